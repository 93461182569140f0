/** The data panel: the paste box, the file drop, and what became of the table. */

import { mountDataSteps } from "./data_steps.js";
import { fileDrop } from "./file_drop.js";
import { mountPaste } from "./paste.js";
import { previewTable } from "./preview.js";
import { el, fill, redraw } from "./dom.js";
import { icon } from "./icons.js";
import { counted } from "./problems.js";
import { reportView } from "./report.js";
import { state, currentTurn, watch } from "./store.js";

/** Draws the panel into `root`. */
export function mountData(root) {
  const replace = el(
    "button",
    { type: "button", class: "quiet", id: "replace-data", on: { click: () => edit(true) } },
    "Replace data",
  );
  const size = el("span", { class: "fact" });
  const loaded = el("div");
  const steps = el("section", { class: "step-panel", "aria-label": "Data steps" });
  const pasting = el("div");
  let editing = false;
  let dataset = null;

  function edit(on) {
    editing = on;
    draw();
    if (on) paste.focus();
  }

  function draw() {
    const has = Boolean(state.session?.dataset);
    pasting.hidden = has && !editing;
    loaded.hidden = !has || editing;
    steps.hidden = !has || editing;
    replace.hidden = !has || editing;
    replace.disabled = Boolean(currentTurn());
    paste.cancel.hidden = !has;
    if (!has) dataset = null;
    else if (state.session.dataset !== dataset) show((dataset = state.session.dataset));
    size.textContent = has
      ? `${counted(dataset.preview.total_rows, "row")}, ${counted(dataset.preview.columns.length, "column")}`
      : "";
  }

  function show({ preview, profile, report, warnings, file }) {
    redraw(loaded, file && source(file), previewTable(preview, profile), warningList(warnings), reportView(report));
  }

  const drop = fileDrop(() => {
    edit(false);
    replace.focus({ preventScroll: true });
  });
  const paste = mountPaste(pasting, drop.button, () => edit(false));
  fill(
    root,
    el("div", { class: "card-head" }, el("h2", { id: "data-title" }, "Data"), size, replace),
    pasting,
    drop.input,
    drop.node,
    loaded,
    steps,
  );
  mountDataSteps(steps);
  watch(["sessionId"], () => {
    editing = false;
  });
  watch(["session", "turns"], draw);
}

function source({ name, sheet }) {
  return el("p", { class: "source" }, icon("file"), sheet ? `${name}, sheet “${sheet}”` : name);
}

function warningList(warnings) {
  return (
    warnings.length > 0 &&
    el(
      "ul",
      { class: "notice warning", "aria-label": "Warnings" },
      warnings.map((text) => el("li", {}, text)),
    )
  );
}
