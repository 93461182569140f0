/** The marks that glyphs are made of, in a box of 48 by 31 whose axes stand at 6 and 27. */

import { svg } from "./dom.js";

/** A line. */
export const path = (d, className = "stroke") => svg("path", { d, class: className });

/** A bar that stands on the axis. */
export const bar = (x, top, className = "fill", width = 6) =>
  svg("rect", { x, y: top, width, height: 27 - top, rx: 0.8, class: className });

/** A point. */
export const dot = (cx, cy, className = "fill", r = 1.9) => svg("circle", { cx, cy, r, class: className });

/** A rectangle anywhere. */
export const block = (x, y, width, height, className = "fill") =>
  svg("rect", { x, y, width, height, rx: 0.8, class: className });

/** A cell of a grid, in one of four strengths. */
export const cell = (column, row, strength, { x = 9, width = 8, height = 6.2 } = {}) =>
  block(x + column * width, 3 + row * height, width - 0.8, height - 0.8, `cell-${strength}`);

/** A box with its whiskers and its median. */
export const box = (x, top, height, middle) => [
  path(`M${x + 3.5} ${top - 4}V${top}M${x + 3.5} ${top + height}v4`),
  block(x, top, 7, height, "soft outlined"),
  path(`M${x} ${middle}h7`, "stroke strong"),
];

/** A violin around x. */
export const violin = (x, top, height, wide) => {
  const side = (to) =>
    `C${x + to * 0.2} ${top + height * 0.25} ${x + to} ${top + height * 0.3} ${x + to} ${top + height * 0.55}S${x + to * 0.2} ${top + height * 0.8} ${x} ${top + height}`;
  return [path(`M${x} ${top}${side(wide)}M${x} ${top}${side(-wide)}`, "soft outlined"), dot(x, top + height * 0.55)];
};

/** A hump on the line y, from x on. */
export const hump = (x, y, width, height) => {
  const at = (share) => x + width * share;
  return `M${x} ${y}C${at(0.3)} ${y} ${at(0.35)} ${y - height} ${at(0.5)} ${y - height}S${at(0.7)} ${y} ${at(1)} ${y}`;
};

/** A hexagon around a point. */
export const hexagon = (x, y, r, className) => {
  const corners = [0, 1, 2, 3, 4, 5].map((corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return `${(x + r * Math.cos(angle)).toFixed(2)} ${(y + r * Math.sin(angle)).toFixed(2)}`;
  });
  return path(`M${corners.join("L")}z`, className);
};
