/** The form of a data step: its kind, then what that asks for. */

import { el, fill } from "./dom.js";
import { OPS, stepOf } from "./step_ops.js";
import { stepField } from "./step_fields.js";

/** `{node, focus}`; `send(step)` is called with what the user wants, `close()` when they change their mind. */
export function stepForm(columns, { send, close }) {
  const kind = el(
    "select",
    { id: "step-op", on: { change: draw } },
    OPS.map(([op, title]) => el("option", { value: op }, title)),
  );
  const body = el("div", { class: "step-fields" });
  const apply = el("button", { type: "submit", class: "primary", id: "apply-step" }, "Apply");
  let fields = [];

  function draw() {
    const [, , wanted] = OPS.find(([op]) => op === kind.value);
    fields = wanted.map((field) => stepField(field, columns));
    fill(
      body,
      fields.map((field) => field.node),
    );
  }

  async function submit(event) {
    event.preventDefault();
    const said = fields.map((field) => field.read()).reduce((all, one) => ({ ...all, ...one }), {});
    apply.disabled = true;
    await send(stepOf(kind.value, said));
    apply.disabled = false;
  }

  function keydown(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  }

  draw();
  const node = el(
    "form",
    { class: "step-form", "aria-label": "A data step", on: { submit, keydown } },
    el("div", { class: "step-field" }, el("label", { for: "step-op" }, "What to do"), kind),
    body,
    el(
      "div",
      { class: "actions" },
      apply,
      el("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
    ),
  );
  return { node, focus: () => kind.focus({ preventScroll: true }) };
}
