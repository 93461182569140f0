/** Glyphs of courses: what changes over time, from before to after, or in steps. */

import { block, dot, path } from "./glyph_marks.js";

export const COURSES = {
  line: () => [
    path("M9 22L17 15 25 18 33 9 42 6", "stroke strong"),
    path("M9 25L17 22 25 23 33 17 42 16", "stroke second"),
  ],
  "line-multi": () => [
    path("M8 21L16 15 24 17 33 9", "stroke strong"),
    path("M8 25L16 22 24 23 33 18", "stroke second"),
    path("M8 12L16 11 24 7 33 5"),
    path("M36 9h6M36 18h5M36 5h4", "stroke strong"),
  ],
  "line-timeseries": () => [
    path("M9 20c3-8 5-9 8-4s5 7 8 0 5-10 8-6 5 3 9-4", "stroke strong"),
    ...[13, 21, 29, 37].map((x) => path(`M${x} 27v2.5`, "axis")),
  ],
  area: () => [path("M9 27V18l9-5 8 4 8-9 8 3v16z", "soft"), path("M9 18l9-5 8 4 8-9 8 3", "stroke strong")],
  "area-stacked": () => [
    path("M9 27V21l9-3 8 2 8-4 8 1v10z", "fill"),
    path("M9 20v-7l9-4 8 2 8-6 8 2v9l-8-1-8 4-8-2z", "soft"),
  ],
  step: () => [path("M9 23h8v-6h8V9h9v4h8", "stroke strong")],
  stem: () =>
    [19, 12, 7, 14, 21].flatMap((top, i) => [path(`M${12 + i * 7} 27V${top}`), dot(12 + i * 7, top, "fill second")]),
  slope: () => [
    path("M12 3v24M38 3v24", "axis"),
    path("M12 20L38 7", "stroke strong"),
    path("M12 9L38 21", "stroke second"),
    dot(12, 20),
    dot(38, 7),
    dot(12, 9, "fill second"),
    dot(38, 21, "fill second"),
  ],
  bump: () => [
    path("M9 7C15 7 15 23 22 23S29 15 40 15", "stroke second"),
    path("M9 15C15 15 15 7 22 7s7 0 18 0", "stroke strong"),
    path("M9 23C15 23 15 15 22 15s7 8 18 8"),
    dot(40, 7),
    dot(40, 15, "fill second"),
    dot(40, 23),
  ],
  candlestick: () =>
    [11, 19, 27, 35].flatMap((x, i) => [
      path(`M${x + 2.5} ${[9, 5, 8, 3][i]}v16`),
      block(x, [13, 9, 12, 6][i], 5, 9, i % 2 ? "fill" : "fill second"),
    ]),
  gantt: () => [block(9, 5, 13, 4.5), block(17, 12, 15, 4.5, "fill second"), block(28, 19, 13, 4.5)],
  timeline: () => [
    path("M7 16h37", "axis"),
    ...[12, 22, 31, 40].flatMap((x, i) => [path(`M${x} 16V${i % 2 ? 23 : 9}`), dot(x, i % 2 ? 23 : 9)]),
  ],
  "small-multiples": () =>
    [0, 1].flatMap((row) =>
      [0, 1, 2].flatMap((column) => {
        const [x, y] = [6 + column * 13, 3 + row * 13];
        const course = [`l3 -4 3 2 4 -4`, `l3 -1 3 -4 4 2`, `l3 2 3 -5 4 1`][(row + column) % 3];
        return [path(`M${x} ${y}v11h11`, "axis"), path(`M${x + 1} ${y + 8}${course}`, (row + column) % 2 ? "stroke second" : "stroke")];
      }),
    ),
};
