/** Glyphs of amounts: bars and what stands for them. */

import { bar, block, dot, path } from "./glyph_marks.js";

export const AMOUNTS = {
  bar: () => [bar(10, 18), bar(18.5, 9), bar(27, 14), bar(35.5, 5)],
  "bar-grouped": () => [
    bar(10, 17, "fill", 4),
    bar(14.5, 11, "fill second", 4),
    bar(22, 13, "fill", 4),
    bar(26.5, 6, "fill second", 4),
    bar(34, 19, "fill", 4),
    bar(38.5, 9, "fill second", 4),
  ],
  "bar-horizontal": () => [4, 11, 18].map((y, i) => block(7, y, [33, 24, 14][i], 5)),
  "bar-stacked": () =>
    [10, 21, 32].flatMap((x, i) => [block(x, 17 - i * 2, 7, 10 + i * 2), block(x, 9 - i * 3, 7, 7 + i, "fill second")]),
  "bar-diverging": () => [
    path("M24.5 2v26", "axis"),
    block(25, 4, 14, 5),
    block(25, 18, 8, 5),
    block(12, 11, 12, 5, "fill second"),
  ],
  lollipop: () => [5, 12, 19].flatMap((y, i) => [path(`M7 ${y + 2}h${[31, 22, 13][i]}`), dot([38, 29, 20][i], y + 2)]),
  dumbbell: () =>
    [7, 14, 21].flatMap((y, i) => {
      const [from, to] = [
        [13, 29],
        [20, 40],
        [11, 22],
      ][i];
      return [path(`M${from} ${y}H${to}`), dot(from, y, "fill second", 2.4), dot(to, y, "fill", 2.4)];
    }),
  errorbar: () =>
    [
      [13, 16, 5],
      [25, 10, 4],
      [37, 13, 7],
    ].flatMap(([x, y, reach]) => [
      path(`M${x} ${y - reach}v${reach * 2}M${x - 2.5} ${y - reach}h5M${x - 2.5} ${y + reach}h5`),
      dot(x, y, "fill", 2.2),
    ]),
  pareto: () => [
    bar(9, 6, "fill", 7),
    bar(17.5, 14, "fill", 7),
    bar(26, 20, "fill", 7),
    bar(34.5, 24, "fill", 7),
    path("M12.5 18L21 10 29.5 6 38 4", "stroke second"),
    dot(38, 4, "fill second", 1.6),
  ],
  pyramid: () => [
    path("M24.5 3v24.5", "axis"),
    ...[8, 13, 11, 7].map((wide, i) => block(24 - wide, 4 + i * 6, wide, 4.8)),
    ...[7, 12, 14, 9].map((wide, i) => block(25, 4 + i * 6, wide, 4.8, "fill second")),
  ],
  "polar-bar": () =>
    [11, 7, 13, 9, 12, 6].map((reach, at) => {
      const [from, to] = [at, at + 1].map((step) => (Math.PI / 3) * step - Math.PI / 2 + (step === at ? 0.06 : -0.06));
      const point = (angle) => `${(25 + reach * Math.cos(angle)).toFixed(2)} ${(15.5 + reach * Math.sin(angle)).toFixed(2)}`;
      return path(`M25 15.5L${point(from)}A${reach} ${reach} 0 0 1 ${point(to)}z`, at % 2 ? "soft" : "fill");
    }),
  waterfall: () => [block(9, 15, 6, 12), block(17, 8, 6, 7), block(25, 8, 6, 6, "fill second"), block(33, 4, 6, 10)],
  funnel: () =>
    [34, 24, 15, 8].map((wide, i) => block(25 - wide / 2, 3.5 + i * 6.2, wide, 5, i === 3 ? "fill second" : "fill")),
};
