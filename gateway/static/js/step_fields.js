/** The fields of a data step: each reads its part of the request out of its inputs. */

import { typeWord, typeWords } from "./column_type.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { FILLINGS, LISTS, NO_VALUE, TESTS } from "./step_ops.js";
import { scalarInput, textsIn } from "./step_values.js";

/** `{node, read}`: the inputs, and what they say as part of a step. */
export function stepField(field, columns) {
  return KINDS[field.kind](field, columns);
}

const KINDS = {
  column: (field, columns) => one(field, columnSelect(field, columns, `step-${field.name}`)),
  choice: (field) => {
    const select = el(
      "select",
      { id: `step-${field.name}`, value: String(field.value ?? field.choices[0][0]) },
      field.choices.map(([value, label]) => el("option", { value: String(value) }, label)),
    );
    const read = () => ({ [field.name]: field.choices.find(([value]) => String(value) === select.value)[0] });
    return { node: labelled(field, select), read };
  },
  text: (field) => one(field, el("input", { id: `step-${field.name}`, value: field.value ?? "", maxlength: 500 })),
  whole: ({ min, max, ...field }) => {
    const input = el("input", { type: "number", id: `step-${field.name}`, min, max, step: 1, value: field.value });
    return { node: labelled(field, input), read: () => ({ [field.name]: input.valueAsNumber || 0 }) };
  },
  several: (field, columns) => {
    const boxes = columns.map(({ name }, at) => [
      name,
      el("input", { type: "checkbox", id: `step-${field.name}-${at}`, class: "tick" }),
    ]);
    const rows = boxes.map(([name, box]) => el("label", { class: "ticked", for: box.id }, box, name));
    const read = () => ({ [field.name]: boxes.filter(([, box]) => box.checked).map(([name]) => name) });
    return { node: group(field, el("div", { class: "ticks" }, rows)), read };
  },
  ordered: (field, columns) => {
    const rows = growing(columns.length, (at) => {
      const select = columnSelect({ ...field, label: at ? "Then by" : field.label }, columns, `step-sort-${at}`);
      return { node: select, read: () => select.value };
    });
    return { node: group(field, rows.node), read: () => ({ [field.name]: rows.read() }) };
  },
  measures: (field, columns) => {
    const rows = growing(columns.length * 2, (at) => measure(field, columns, at), { least: 0 });
    return { node: group(field, rows.node), read: () => ({ [field.name]: rows.read() }) };
  },
  test: (field, columns) => conditional(field, columns, { choices: TESTS, name: "test", label: "Its value" }),
  filling: (field, columns) => {
    const gaps = columns.filter(({ missing }) => missing > 0);
    return conditional(field, gaps.length ? gaps : columns, { choices: FILLINGS, name: "how", label: "Fill" });
  },
};

/** A column, what is asked of it by its type, and a value where that needs one. */
function conditional(field, columns, { choices, name, label }) {
  const column = columnSelect(field, columns, `step-${field.name}`);
  const choice = el("select", { id: `step-${name}`, "aria-label": label, on: { change: drawValue } });
  const place = el("div", { class: "step-value" });
  let value = null;
  const chosen = () => columns.find(({ name: known }) => known === column.value);

  function drawChoices() {
    const fits = choices.filter(([, , types]) => types.split(" ").includes(chosen()?.type));
    fill(
      choice,
      fits.map(([id, title]) => el("option", { value: id }, title)),
    );
    drawValue();
  }

  function drawValue() {
    const needless = name === "test" ? NO_VALUE.has(choice.value) : choice.value !== "value";
    value = needless ? null : LISTS.has(choice.value) ? textsIn(chosen()) : scalarInput(chosen());
    fill(place, value?.node);
  }

  column.addEventListener("change", drawChoices);
  drawChoices();
  const read = () => ({ [field.name]: column.value, [name]: choice.value, ...value?.read() });
  return { node: labelled(field, el("div", { class: "step-test" }, column, choice, place)), read };
}

function measure(field, columns, at) {
  const column = columnSelect({ label: "Column" }, columns, `step-measure-${at}`);
  const how = el("select", { id: `step-how-${at}`, "aria-label": "How" });
  const draw = () => {
    const type = columns.find(({ name }) => name === column.value)?.type;
    const fits = field.how.filter(([id]) => type === "number" || !["mean", "sum", "median", "std"].includes(id));
    fill(
      how,
      fits
        .filter(([id]) => type === "number" || type === "date" || !["min", "max"].includes(id))
        .map(([id, title]) => el("option", { value: id }, title)),
    );
  };
  const first = columns.find(({ type }) => type === "number");
  if (first) column.value = first.name;
  column.addEventListener("change", draw);
  draw();
  const node = el("div", { class: "step-measure" }, how, el("span", {}, "of"), column);
  return { node, read: () => ({ column: column.value, how: how.value }) };
}

/** Rows that can be added and taken away; `make(at)` answers `{node, read}`. */
function growing(most, make, { least = 1 } = {}) {
  const list = el("div", { class: "step-rows" });
  const add = el("button", { type: "button", class: "small", on: { click: grow } }, icon("plus"), "Add column");
  let rows = [];
  let made = 0;

  function grow() {
    const row = make(made);
    made += 1;
    const remove = el(
      "button",
      { type: "button", class: "quiet square", "aria-label": "Remove this column", on: { click: () => shrink(row) } },
      icon("close"),
    );
    row.line = el("div", { class: "member" }, row.node, rows.length >= least && remove);
    rows = [...rows, row];
    list.append(row.line);
    add.hidden = rows.length >= most;
  }

  function shrink(row) {
    rows = rows.filter((other) => other !== row);
    row.line.remove();
    add.hidden = false;
    add.focus({ preventScroll: true });
  }

  grow();
  return { node: el("div", { class: "step-growing" }, list, add), read: () => rows.map((row) => row.read()) };
}

function columnSelect({ label, types }, columns, id) {
  const fits = types ? columns.filter(({ type }) => types.includes(type)) : columns;
  const option = ({ name, type }) => el("option", { value: name }, `${name} – ${typeWord(type)}`);
  const none = el("option", { value: "" }, `There is no ${typeWords(types ?? [])} column`);
  return el("select", { id, "aria-label": label }, fits.length > 0 ? fits.map(option) : none);
}

function one(field, input) {
  return { node: labelled(field, input), read: () => ({ [field.name]: input.value.trim() }) };
}

function labelled(field, input) {
  const target = input.id || input.querySelector("[id]").id;
  return el(
    "div",
    { class: "step-field" },
    el("label", { for: target }, field.label),
    input,
    field.hint && el("p", { class: "hint" }, field.hint),
  );
}

function group(field, body) {
  const title = field.optional ? [field.label, el("span", { class: "optional" }, " optional")] : field.label;
  return el(
    "fieldset",
    { class: "step-field" },
    el("legend", {}, title),
    body,
    field.hint && el("p", { class: "hint" }, field.hint),
  );
}
