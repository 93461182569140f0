/** Glyphs: a small drawing for each chart, made of the figure's own marks. */

import { svg } from "./dom.js";
import { block, dot, path } from "./glyph_marks.js";
import { AMOUNTS } from "./glyphs_amounts.js";
import { COURSES } from "./glyphs_courses.js";
import { DISTRIBUTIONS } from "./glyphs_distributions.js";
import { PARTS } from "./glyphs_parts.js";
import { RELATIONS } from "./glyphs_relations.js";

const DRAWINGS = { ...AMOUNTS, ...COURSES, ...DISTRIBUTIONS, ...PARTS, ...RELATIONS };
const NO_AXES = new Set(
  "bar-diverging pie donut treemap heatmap heatmap-annotated heatmap-calendar correlation pair parallel-coordinates polar-bar".split(" "),
);
for (const id of "pyramid funnel slope timeline small-multiples sankey radar composition".split(" ")) NO_AXES.add(id);

// What stands for a chart of a foreign catalogue: the marks of its kind.
const KINDS = {
  trend: () => [path("M9 23C16 22 18 10 25 13s9-2 17-8", "stroke strong"), dot(25, 13), dot(42, 5)],
  comparison: () => [26, 17, 31].map((width, i) => [path(`M9 ${8 + i * 6}h${width}`), dot(9 + width, 8 + i * 6)]),
  distribution: () => [
    path("M8 26.5C17 26 18 7 25 7s9 19 18 19.5z", "soft"),
    path("M8 26.5C17 26 18 7 25 7s9 19 18 19.5"),
  ],
  relationship: () => [
    path("M9 24L42 6", "stroke second"),
    ...[20, 22, 14, 16, 8].map((y, i) => dot(13 + i * 6, y)),
  ],
  ranking: () => [6, 12.5, 19].map((y, i) => block(8, y, [32, 23, 13][i], 4.5)),
  composition: () => [
    block(8, 4, 18, 23),
    block(27.5, 4, 14, 13, "fill second"),
    block(27.5, 18.5, 14, 8.5, "soft"),
  ],
  change: () => [
    path("M13 20L37 8", "stroke strong"),
    path("M13 10L37 21", "stroke second"),
    dot(13, 20),
    dot(37, 8),
    dot(13, 10, "fill second"),
    dot(37, 21, "fill second"),
  ],
};
const FALLBACK = () => [path("M9 22L19 12l8 6L42 6", "stroke"), dot(19, 12), dot(27, 18)];

/** The drawing of a chart; one that is not of this catalogue has that of its first tag. */
export function glyph(chartId, tags = []) {
  const kind = tags.find((tag) => tag in KINDS);
  const known = chartId in DRAWINGS ? chartId : kind;
  return svg(
    "svg",
    { class: "glyph", viewBox: "0 0 48 31", "aria-hidden": "true", focusable: "false" },
    !NO_AXES.has(known) && path("M6 3v24.5h38", "axis"),
    (DRAWINGS[chartId] ?? KINDS[kind] ?? FALLBACK)(),
  );
}
