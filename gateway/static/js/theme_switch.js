/** The switch between the light and the dark theme of a plot. */

import { el } from "./dom.js";
import { icon } from "./icons.js";

/** `{node, value, set, disable}`; `chosen(theme)` hears of the user's choice. `name` is unique on the page. */
export function themeSwitch(name, legend, chosen) {
  const inputs = ["light", "dark"].map((theme) =>
    el("input", {
      type: "radio",
      name,
      id: `${name}-${theme}`,
      value: theme,
      checked: theme === "light",
      on: { change: () => chosen(theme) },
    }),
  );
  const node = el(
    "fieldset",
    { class: "theme-switch" },
    el("legend", { class: "visually-hidden" }, legend),
    inputs.map((input) => [
      input,
      el("label", { for: input.id }, icon(input.value), input.value === "light" ? "Light" : "Dark"),
    ]),
  );
  return {
    node,
    value: () => inputs.find((input) => input.checked).value,
    set: (theme) => inputs.forEach((input) => (input.checked = input.value === theme)),
    disable: (off) => (node.disabled = off),
  };
}
