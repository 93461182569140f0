/** Glyphs of distributions. */

import { bar, block, box, dot, hump, path, violin } from "./glyph_marks.js";

export const DISTRIBUTIONS = {
  histogram: () => [24, 19, 11, 6, 9, 16, 22].map((top, i) => bar(9.5 + i * 4.7, top, "fill", 4.3)),
  density: () => [
    path(`${hump(8, 27, 26, 20)}z`, "soft"),
    path(hump(8, 27, 26, 20)),
    path(hump(19, 27, 24, 13), "stroke second"),
  ],
  ecdf: () => [path("M9 26h5v-5h5v-6h4v-5h6V6h6V4h8", "stroke strong"), path("M9 26h10v-4h7v-6h6v-5h6V6h5", "stroke second")],
  box: () => [box(11, 11, 9, 15), box(22, 8, 10, 12), box(33, 14, 8, 19)].flat(),
  boxen: () =>
    [12, 30].flatMap((x, i) => {
      const middle = 15 - i * 2;
      return [
        block(x + 3, middle - 11, 4, 22, "cell-0"),
        block(x + 1.5, middle - 7.5, 7, 15, "cell-1"),
        block(x, middle - 4, 10, 8, "cell-2"),
        path(`M${x} ${middle}h10`, "stroke strong"),
      ];
    }),
  violin: () => [violin(14, 6, 20, 5), violin(26, 3, 21, 6), violin(38, 8, 18, 4)].flat(),
  ridgeline: () =>
    [11, 18.5, 26].flatMap((y, i) => [
      path(`${hump(8 + i * 4, y, 26, 8)}z`, "soft"),
      path(hump(8 + i * 4, y, 26, 8), i === 1 ? "stroke second" : "stroke"),
    ]),
  strip: () =>
    [13, 25, 37].flatMap((x, i) =>
      [5, 9, 12, 15, 19, 23].map((y, at) => dot(x + ((at * 7 + i * 5) % 5) - 2, y + i, i === 1 ? "fill second" : "fill", 1.4)),
    ),
  swarm: () =>
    [15, 34].flatMap((x, i) =>
      [1, 2, 4, 3, 1].flatMap((count, row) =>
        Array.from({ length: count }, (_, at) =>
          dot(x + (at - (count - 1) / 2) * 3.4, 6 + row * 4.2, i ? "fill second" : "fill", 1.5),
        ),
      ),
    ),
  qq: () => [
    path("M9 26L42 4", "stroke second"),
    ...[
      [11, 23],
      [16, 21],
      [20, 18.5],
      [24, 16],
      [28, 13.5],
      [32, 11],
      [36, 9.5],
      [41, 8.5],
    ].map(([x, y]) => dot(x, y, "fill", 1.6)),
  ],
};
