/** Values of a data step: typed in as the column has them, sent as what they are. */

import { el } from "./dom.js";

/** `{node, read}` for one value of a column; `read()` answers `{value}`. */
export function scalarInput(column) {
  if (column?.type === "boolean") {
    const select = el("select", { id: "step-value", "aria-label": "Value" }, choice("true", "yes"), choice("false", "no"));
    return { node: select, read: () => ({ value: select.value === "true" }) };
  }
  const list = "step-value-list";
  const input = el("input", {
    id: "step-value",
    "aria-label": "Value",
    placeholder: column?.type === "date" ? "2024-03-01" : null,
    inputmode: column?.type === "number" ? "decimal" : null,
    autocomplete: "off",
    list: column?.type === "text" ? list : null,
  });
  const known = column?.type === "text" && el("datalist", { id: list }, column.top_values.map((each) => choice(each)));
  return { node: [input, known], read: () => ({ value: valueOf(input.value, column) }) };
}

/** `{node, read}` for several values, one a line; `read()` answers `{values}`. */
export function textsIn(column) {
  const box = el("textarea", {
    id: "step-values",
    rows: 3,
    "aria-label": "Values, one a line",
    placeholder: "one a line",
    value: (column?.top_values ?? []).join("\n"),
  });
  const read = () => ({
    values: box.value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => valueOf(line, column)),
  });
  return { node: box, read };
}

// A decimal comma is a decimal comma here too; what is no number goes as it is, and is refused with words.
function valueOf(text, column) {
  const said = text.trim();
  if (column?.type !== "number") return said;
  const number = Number(said.includes(".") ? said : said.replace(",", "."));
  return said !== "" && Number.isFinite(number) ? number : said;
}

function choice(value, label = value) {
  return el("option", { value }, label);
}
