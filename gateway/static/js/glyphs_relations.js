/** Glyphs of relations between numbers, and of grids. */

import { block, cell, dot, hexagon, path } from "./glyph_marks.js";

const CLOUD = [
  [12, 22],
  [16, 18],
  [20, 20],
  [23, 13],
  [28, 15],
  [31, 9],
  [37, 11],
  [40, 6],
];
const ring = (rx, ry, className) => {
  const turn = "rotate(-24 25 15)";
  const node = path(`M${25 - rx} 15a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`, className);
  node.setAttribute("transform", turn);
  return node;
};

export const RELATIONS = {
  scatter: () => CLOUD.map(([x, y], i) => dot(x, y, i % 3 === 1 ? "fill second" : "fill")),
  bubble: () => [
    dot(15, 19, "fill", 3),
    dot(25, 10, "soft outlined", 5.5),
    dot(37, 17, "fill second", 4),
    dot(40, 6, "fill", 2),
    dot(20, 24, "fill second", 1.6),
  ],
  regression: () => [
    path("M9 21L42 3v8L9 27z", "soft"),
    path("M9 24L42 7", "stroke second"),
    ...CLOUD.map(([x, y]) => dot(x, y + 1, "fill", 1.6)),
  ],
  residual: () => [
    path("M7 15h37", "stroke second"),
    ...[11, 18, 13, 9, 20, 12, 17, 14].map((y, i) => dot(10 + i * 4.5, y, "fill", 1.7)),
  ],
  hexbin: () =>
    [0, 1, 2].flatMap((row) =>
      [0, 1, 2, 3].map((column) =>
        hexagon(13 + column * 7.6 + (row % 2) * 3.8, 7 + row * 6.6, 4.2, `cell-${(row * 2 + column * 3 + row * column) % 4}`),
      ),
    ),
  "density-2d": () => [ring(15, 9.5, "cell-0"), ring(10.5, 6.5, "cell-1"), ring(6, 3.6, "cell-2"), ring(2.4, 1.4, "cell-3")],
  contour: () => [
    ring(15, 10, "stroke"),
    ring(10.5, 6.5, "stroke"),
    ring(5.5, 3.2, "stroke second"),
  ],
  quiver: () =>
    [0, 1, 2].flatMap((row) =>
      [0, 1, 2, 3].map((column) => {
        const [x, y, rise] = [10 + column * 8.6, 8 + row * 7.4, 2.6 - column * 1.6 + row * 0.6];
        const tip = `${x + 5} ${y - rise}`;
        return path(`M${x} ${y}L${tip}M${x + 2.6} ${y - rise - 1.4}L${tip}L${x + 2.8} ${y - rise + 1.6}`);
      }),
    ),
  heatmap: () =>
    [0, 1, 2, 3].flatMap((row) =>
      [0, 1, 2, 3].map((column) => cell(column, row, (row * 3 + column * 2 + row * column) % 4)),
    ),
  "heatmap-annotated": () =>
    [0, 1, 2].flatMap((row) =>
      [0, 1, 2].flatMap((column) => [
        block(9 + column * 11, 3 + row * 8.2, 10.2, 7.4, `cell-${(row + column * 2) % 3}`),
        path(`M${12 + column * 11} ${6.7 + row * 8.2}h4.4`, "stroke strong"),
      ]),
    ),
  "heatmap-calendar": () =>
    [0, 1, 2, 3, 4, 5].flatMap((row) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((column) =>
        row + column < 2 || row + column > 11
          ? null
          : cell(column, row, (row * 5 + column * 3 + row * column) % 4, { x: 8, width: 4.3, height: 4.2 }),
      ),
    ),
  correlation: () =>
    [0, 1, 2, 3].flatMap((row) =>
      [0, 1, 2, 3].map((column) => {
        const [x, y] = [14 + column * 7.4, 6 + row * 6.6];
        if (row === column) return dot(x, y, "fill", 2.9);
        return dot(x, y, (row + column) % 3 ? "fill" : "fill second", 1 + ((row * 3 + column * 3) % 5) * 0.35);
      }),
    ),
  pair: () =>
    [0, 1].flatMap((row) =>
      [0, 1].flatMap((column) => {
        const [x, y] = [9 + column * 17, 3 + row * 13];
        const frame = path(`M${x} ${y}v11.5h15`, "axis");
        if (row === column)
          return [frame, ...[6, 10, 4].map((high, at) => block(x + 2 + at * 4.3, y + 11 - high, 3.8, high, "soft outlined"))];
        return [frame, ...[2, 5, 9, 12].map((at) => dot(x + at + 1, row ? y + at * 0.7 + 1.5 : y + 10.5 - at * 0.7, "fill", 1.2))];
      }),
    ),
  "parallel-coordinates": () => [
    path("M10 3v25M20.5 3v25M31 3v25M41.5 3v25", "axis"),
    path("M10 8L20.5 19 31 10 41.5 6"),
    path("M10 14L20.5 6 31 20 41.5 15"),
    path("M10 24L20.5 14 31 16 41.5 24", "stroke second"),
  ],
};
