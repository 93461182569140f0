/** The code of a version: fetched when it is opened, coloured, to copy. */

import { artifactUrl, send } from "./api.js";
import { colouredCode } from "./coloured_code.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { problemSlot } from "./notice.js";
import { state } from "./store.js";

/** A fold with `plot.py`; its summary says what it is good for. */
export function codeView(version) {
  const url = artifactUrl(state.sessionId, "plot.py", version.number);
  const problems = problemSlot();
  const code = el("pre", { tabindex: "0", "aria-label": "Code of the plot" });
  const copy = el(
    "button",
    { type: "button", class: "small", on: { click: () => copyText(copy, code.textContent) } },
    icon("copy"),
    "Copy code",
  );
  const body = el(
    "div",
    { class: "code", hidden: true },
    copy,
    code,
  );

  async function load(event) {
    if (!event.target.open || !body.hidden) return;
    body.hidden = !(await problems.guard(async () => {
      const response = await send("GET", url);
      fill(code, colouredCode(await response.text()));
    }));
  }

  return el(
    "details",
    { class: "code-fold", on: { toggle: load } },
    el("summary", {}, "Code", el("span", { class: "hint" }, "plot.py, run beside data.csv, makes this picture again")),
    problems.node,
    body,
  );
}

async function copyText(button, text) {
  const said = await navigator.clipboard.writeText(text).then(
    () => "Copied",
    () => "Select the code and copy it",
  );
  fill(button, icon("check"), said);
  setTimeout(() => fill(button, icon("copy"), "Copy code"), 2000);
}
