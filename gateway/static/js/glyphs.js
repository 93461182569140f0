/** Glyphs: a small drawing for each chart, made of the figure's own marks. */

import { svg } from "./dom.js";

const path = (d, className = "stroke") => svg("path", { d, class: className });
const bar = (x, top, className = "fill", width = 6) =>
  svg("rect", { x, y: top, width, height: 27 - top, rx: 0.8, class: className });
const dot = (cx, cy, className = "fill") => svg("circle", { cx, cy, r: 1.9, class: className });
const cell = (column, row, strength) =>
  svg("rect", { x: 9 + column * 8, y: 3 + row * 6.2, width: 7.2, height: 5.4, rx: 0.8, class: `cell-${strength}` });
const box = (x, top, height, middle) => [
  path(`M${x + 3.5} ${top - 4}V${top}M${x + 3.5} ${top + height}v4`),
  svg("rect", { x, y: top, width: 7, height, rx: 0.8, class: "soft outlined" }),
  path(`M${x} ${middle}h7`, "stroke strong"),
];
const violin = (x, top, height, wide) => {
  const side = (to) =>
    `C${x + to * 0.2} ${top + height * 0.25} ${x + to} ${top + height * 0.3} ${x + to} ${top + height * 0.55}S${x + to * 0.2} ${top + height * 0.8} ${x} ${top + height}`;
  return [path(`M${x} ${top}${side(wide)}M${x} ${top}${side(-wide)}`, "soft outlined"), dot(x, top + height * 0.55)];
};

const DRAWINGS = {
  scatter: () =>
    [
      [12, 22],
      [16, 18],
      [20, 20],
      [23, 13],
      [28, 15],
      [31, 9],
      [37, 11],
      [40, 6],
    ].map(([x, y], i) => dot(x, y, i % 3 === 1 ? "fill second" : "fill")),
  line: () => [
    path("M9 22L17 15 25 18 33 9 42 6", "stroke strong"),
    path("M9 25L17 22 25 23 33 17 42 16", "stroke second"),
  ],
  "line-timeseries": () => [
    path("M9 20c3-8 5-9 8-4s5 7 8 0 5-10 8-6 5 3 9-4", "stroke strong"),
    ...[13, 21, 29, 37].map((x) => path(`M${x} 27v2.5`, "axis")),
  ],
  area: () => [path("M9 27V18l9-5 8 4 8-9 8 3v16z", "soft"), path("M9 18l9-5 8 4 8-9 8 3", "stroke strong")],
  bar: () => [bar(10, 18), bar(18.5, 9), bar(27, 14), bar(35.5, 5)],
  "bar-grouped": () => [
    bar(10, 17, "fill", 4),
    bar(14.5, 11, "fill second", 4),
    bar(22, 13, "fill", 4),
    bar(26.5, 6, "fill second", 4),
    bar(34, 19, "fill", 4),
    bar(38.5, 9, "fill second", 4),
  ],
  histogram: () => [24, 19, 11, 6, 9, 16, 22].map((top, i) => bar(9.5 + i * 4.7, top, "fill", 4.3)),
  box: () => [box(11, 11, 9, 15), box(22, 8, 10, 12), box(33, 14, 8, 19)].flat(),
  violin: () => [violin(14, 6, 20, 5), violin(26, 3, 21, 6), violin(38, 8, 18, 4)].flat(),
  heatmap: () =>
    [0, 1, 2, 3].flatMap((row) =>
      [0, 1, 2, 3].map((column) => cell(column, row, (row * 3 + column * 2 + row * column) % 4)),
    ),
  pie: () => [
    path("M26 15L26 4A11 11 0 0 1 35.3 20.800z", "fill"),
    path("M26 15L35.3 20.800A11 11 0 0 1 16 19.600z", "fill second"),
    path("M26 15L16 19.600A11 11 0 0 1 26 4z", "soft"),
  ],
};
const FALLBACK = () => [path("M9 22L19 12l8 6L42 6", "stroke"), dot(19, 12), dot(27, 18)];
const NO_AXES = new Set(["pie", "heatmap"]);

/** The drawing of a chart; an unknown one borrows from the longest id that it begins with. */
export function glyph(chartId) {
  const known = Object.keys(DRAWINGS).filter((id) => chartId === id || chartId.startsWith(`${id}-`));
  const id = known.sort((a, b) => b.length - a.length)[0];
  const axes = !NO_AXES.has(id) && path("M6 3v24.500h38", "axis");
  return svg(
    "svg",
    { class: "glyph", viewBox: "0 0 48 31", "aria-hidden": "true", focusable: "false" },
    axes,
    (DRAWINGS[id] ?? FALLBACK)(),
  );
}
