/** The data steps: what was done to the table, each with its pandas code; one more by a form, the last one undone. */

import { colouredCode } from "./coloured_code.js";
import { el, fill, redraw } from "./dom.js";
import { icon } from "./icons.js";
import { problemSlot } from "./notice.js";
import { counted } from "./problems.js";
import { takeStep, undoStep } from "./session.js";
import { stepForm } from "./step_form.js";
import { currentTurn, state, watch } from "./store.js";

/** Draws them into `root`. */
export function mountDataSteps(root) {
  const problems = problemSlot();
  const list = el("ol", { class: "data-steps", "aria-label": "Data steps" });
  const heard = el("p", { class: "visually-hidden", role: "status" });
  const form = el("div");
  const add = el(
    "button",
    { type: "button", class: "small", id: "add-step", on: { click: open } },
    icon("plus"),
    "Change the data",
  );
  const undo = el(
    "button",
    { type: "button", class: "small", id: "undo-step", on: { click: takeBack } },
    icon("reset"),
    "Undo the last step",
  );
  let shown = null;
  let columns = ""; // those that an open form offers

  function open() {
    problems.clear();
    const { node, focus } = stepForm(state.session.dataset.profile, { send, close });
    fill(form, node);
    add.hidden = true;
    focus();
  }

  function close() {
    fill(form);
    add.hidden = false;
    add.focus({ preventScroll: true });
  }

  async function send(step) {
    const done = await problems.guard(() => takeStep(step));
    if (!done) return problems.node.scrollIntoView({ block: "nearest" });
    const { steps, preview } = state.session.dataset;
    heard.textContent = `${steps.at(-1).title}. The table now has ${counted(preview.total_rows, "row")}.`;
    return close();
  }

  async function takeBack() {
    const done = await problems.guard(undoStep);
    if (!done) return;
    heard.textContent = `Undone. The table now has ${counted(state.session.dataset.preview.total_rows, "row")}.`;
    if (undo.hidden) add.focus({ preventScroll: true });
  }

  const tools = el("div", { class: "actions" }, add, undo);
  fill(root, el("h3", { class: "quiet-title" }, "Data steps"), list, form, problems.node, heard, tools);

  watch(["sessionId"], () => {
    fill(form);
    add.hidden = false;
    heard.textContent = "";
    problems.clear();
  });
  watch(["session", "turns"], () => {
    const dataset = state.session?.dataset;
    for (const button of [add, undo]) button.disabled = Boolean(currentTurn());
    if (!dataset || dataset === shown) return;
    shown = dataset;
    undo.hidden = dataset.steps.length === 0;
    list.hidden = dataset.steps.length === 0;
    redraw(list, dataset.steps.map(stepItem));
    const told = JSON.stringify(dataset.profile);
    if (told === columns) return; // the same data, fetched again: what somebody is filling in stays
    columns = told;
    fill(form);
    add.hidden = false;
  });
}

function stepItem({ title, code }, at) {
  return el(
    "li",
    {},
    el(
      "details",
      {},
      el("summary", { id: `step-${at}` }, title),
      el("pre", { class: "step-code", tabindex: "0", "aria-label": "Code of the step" }, colouredCode(code)),
    ),
  );
}
