/** Glyphs of parts of a whole, and of flows between them. */

import { svg } from "./dom.js";
import { block, path } from "./glyph_marks.js";

export const PARTS = {
  pie: () => [
    path("M26 15L26 4A11 11 0 0 1 35.3 20.8z", "fill"),
    path("M26 15L35.3 20.8A11 11 0 0 1 16 19.6z", "fill second"),
    path("M26 15L16 19.6A11 11 0 0 1 26 4z", "soft"),
  ],
  donut: () => [
    svg("circle", { cx: 25, cy: 15, r: 9, class: "ring" }),
    path("M25 6a9 9 0 0 1 7.8 13.5", "ring stroke"),
    path("M32.8 19.5a9 9 0 0 1-13.4 2.6", "ring second"),
  ],
  treemap: () => [
    block(8, 4, 17, 23),
    block(26, 4, 15.5, 12, "fill second"),
    block(26, 17, 9, 10, "soft"),
    block(36, 17, 5.5, 5.5, "cell-2"),
    block(36, 23.5, 5.5, 3.5, "cell-1"),
  ],
  sankey: () => [
    path("M8 5h2v10H8z", "fill"),
    path("M8 18h2v8H8z", "fill second"),
    path("M11 5c14 0 14 3 28 3v8c-14 0-14-1-28-1z", "soft"),
    path("M11 18c14 0 14 1 28 1v7c-14 0-14 0-28 0z", "soft"),
    path("M40 8h2v18h-2z", "fill"),
  ],
  radar: () => [path("M25 3l11 8-4 13H18l-4-13z", "axis"), path("M25 7l6 6-2 8-9 1-3-9z", "soft outlined")],
};
