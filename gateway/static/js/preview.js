/** The preview: the first rows of the data, with each column's type and unit. */

import { el } from "./dom.js";
import { typeBadge } from "./column_type.js";

/** The table in a box that scrolls. */
export function previewTable({ columns, rows, total_rows: total }, profile) {
  const known = new Map(profile.map((column) => [column.name, column]));
  const numeric = columns.map((name) => known.get(name)?.type === "number");
  const caption = total > rows.length ? `The first ${rows.length} of ${total} rows` : `All ${total} rows`;
  return el(
    "div",
    { class: "preview", role: "region", tabindex: "0", "aria-label": "Preview of the data" },
    el(
      "table",
      {},
      el("caption", { class: "visually-hidden" }, caption),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          columns.map((name, at) => heading(name, known.get(name), numeric[at])),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) =>
          el(
            "tr",
            {},
            row.map((cell, at) => cellOf(cell, numeric[at])),
          ),
        ),
      ),
    ),
  );
}

function heading(name, column, numeric) {
  const facts = column
    ? [typeBadge(column.type), column.unit && el("span", { class: "unit" }, column.unit), gaps(column.missing)]
    : [];
  return el(
    "th",
    { scope: "col", class: numeric && "numeric" },
    el("span", { class: "column-name" }, name),
    el("span", { class: "column-facts" }, facts),
  );
}

function gaps(missing) {
  return missing > 0 && el("span", { class: "gaps" }, `${missing} missing`);
}

function cellOf(cell, numeric) {
  const missing = cell === null || cell === "";
  return el(
    "td",
    { class: [numeric && "numeric", missing && "missing"].filter(Boolean).join(" ") || null },
    missing ? "–" : String(cell),
  );
}
