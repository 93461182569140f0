/** The options: controls made from the chart's own list, each with a way back to its default. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { problemSlot } from "./notice.js";
import { optionControl } from "./option_control.js";
import { counted } from "./problems.js";
import { setOptions } from "./session.js";
import { currentChart, currentTurn, state, watch } from "./store.js";

/** Draws the options into `root`. */
export function mountOptions(root) {
  const problems = problemSlot();
  const changed = el("span", { class: "badge" });
  const fields = el("fieldset", { class: "options", "aria-labelledby": "options-title" });
  const title = el("h2", { id: "options-title" }, "Options");
  let rows = [];
  let drawn = null;

  function build(chart) {
    rows = chart.options.map((option) =>
      optionRow(option, (value) => problems.guard(() => setOptions({ [option.name]: value }))),
    );
    fill(
      fields,
      rows.map((row) => row.node),
    );
    problems.clear();
  }

  function draw() {
    const chart = currentChart();
    root.hidden = !chart || !state.session;
    if (root.hidden) return (drawn = null);
    const shown = `${state.sessionId} ${chart.id}`;
    if (drawn !== shown) build(chart);
    drawn = shown;
    for (const row of rows) row.show(state.session.options?.[row.name] ?? null);
    const set = rows.filter((row) => row.isSet()).length;
    changed.textContent = counted(set, "change");
    changed.hidden = set === 0;
    fields.disabled = Boolean(currentTurn());
    return undefined;
  }

  fill(root, el("details", {}, el("summary", { class: "card-head" }, title, changed), fields, problems.node));
  watch(["session", "charts", "turns"], draw);
}

function optionRow(option, send) {
  const id = `option-${option.name}`;
  const control = optionControl(option, id);
  const standard = option.default ?? null;
  let value = null;
  const isSet = () => JSON.stringify(value) !== JSON.stringify(standard);
  const reset = el(
    "button",
    {
      type: "button",
      class: "reset",
      title: "Back to the default",
      "aria-label": `Reset ${option.title}`,
      on: { click: () => send(null) },
    },
    icon("reset"),
  );
  const node = el(
    "div",
    { class: `option kind-${option.kind}`, on: { change: () => send(control.get()) } },
    el("label", { for: id, title: option.description }, option.title),
    reset,
    control.node,
  );
  /** Shows the value that holds, unless the user is about to change it. */
  const show = (now) => {
    const news = JSON.stringify(now) !== JSON.stringify(value);
    value = now;
    reset.hidden = !isSet();
    if (news || !node.contains(document.activeElement)) control.set(value);
  };
  return { name: option.name, node, isSet, show };
}
