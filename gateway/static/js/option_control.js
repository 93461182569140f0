/** Option controls: one input for each kind of option; each reads and writes the option's value (null: automatic). */

import { el } from "./dom.js";

/** `{node, get, set}` for an option; `node` holds the inputs and fires `change`. */
export function optionControl(option, id) {
  return KINDS[option.kind](option, id);
}

const KINDS = {
  text: (option, id) => {
    const input = el("input", {
      type: "text",
      id,
      maxlength: option.max_length || null,
      placeholder: hint(option),
      autocomplete: "off",
    });
    return { node: input, get: () => input.value.trim() || null, set: (value) => (input.value = value ?? "") };
  },
  choice: (option, id) =>
    chosen(
      id,
      option,
      option.choices.map((choice) => [choice, words(choice)]),
    ),
  boolean: (option, id) => {
    const control = chosen(id, option, [
      ["true", "Yes"],
      ["false", "No"],
    ]);
    return {
      ...control,
      get: () => ({ true: true, false: false })[control.get()] ?? null,
      set: (value) => control.set(value === null ? null : String(value)),
    };
  },
  integer: (option, id) => single(option, id, "1"),
  number: (option, id) => single(option, id, "any"),
  range: (option, id) => {
    const low = numberInput(option, id, "any", `${option.title}, from`, "from");
    const high = numberInput(option, `${id}-high`, "any", `${option.title}, to`, "to");
    const get = () => {
      const ends = [number(low), number(high)];
      return ends.every((end) => end === null) ? null : ends;
    };
    const set = (value) => {
      low.value = value?.[0] ?? "";
      high.value = value?.[1] ?? "";
    };
    return { node: el("div", { class: "range" }, low, el("span", { "aria-hidden": "true" }, "–"), high), get, set };
  },
};

function single(option, id, step) {
  const input = numberInput(option, id, step, null, hint(option));
  return { node: input, get: () => number(input), set: (value) => (input.value = value ?? "") };
}

function numberInput({ min, max }, id, step, label, placeholder) {
  return el("input", { type: "number", id, min, max, step, placeholder, "aria-label": label, inputmode: "decimal" });
}

function number(input) {
  return input.value === "" ? null : input.valueAsNumber;
}

// Only what may be null by default offers "automatic".
function chosen(id, option, choices) {
  const automatic = option.default === null || option.default === undefined;
  const select = el(
    "select",
    { id },
    automatic && el("option", { value: "" }, "Automatic"),
    choices.map(([value, label]) => el("option", { value }, label)),
  );
  return { node: select, get: () => select.value || null, set: (value) => (select.value = value ?? "") };
}

function hint(option) {
  return option.default === null || option.default === undefined ? "automatic" : String(option.default);
}

function words(choice) {
  return choice.replaceAll("_", " ");
}
