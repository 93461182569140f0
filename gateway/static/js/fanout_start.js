/** The start of a fan-out: which libraries shall draw the chart at once. */

import { el, fill } from "./dom.js";
import { currentFanout, startFanout } from "./fanouts.js";
import { icon } from "./icons.js";
import { problemSlot } from "./notice.js";
import { obstacle } from "./obstacle.js";
import { librariesIn } from "./libraries.js";
import { settled } from "./session.js";
import { currentChart, state, watch } from "./store.js";

/** Draws it into `root`. */
export function mountFanoutStart(root) {
  const problems = problemSlot();
  const choices = el("fieldset", { class: "ticks" }, el("legend", { class: "visually-hidden" }, "Libraries to compare"));
  const hint = el("p", { class: "hint", id: "fanout-hint", role: "status" });
  const button = el(
    "button",
    { type: "button", id: "start-fanout", "aria-describedby": "fanout-hint", on: { click: start } },
    icon("grid"),
    el("span", {}, "Draw them all"),
  );
  let drawn = "";
  let starting = false;

  const boxes = () => [...choices.querySelectorAll("input")];
  const wanted = () => boxes().filter((box) => box.checked).map((box) => box.value);

  function why() {
    if (starting) return "Starting…";
    const running = currentFanout();
    if (running && running.phase !== "ended") return "These plots are under way. Wait until they are done, or stop them.";
    return obstacle() || (wanted().length === 0 ? "Tick at least one library." : "");
  }

  async function start() {
    if (why() !== "") return;
    await settled(); // an option that was typed last counts
    starting = true;
    show();
    await problems.guard(() =>
      startFanout(wanted(), () => (hint.textContent = "Waiting for another window: four plots are already being followed.")),
    );
    starting = false;
    show();
  }

  function show() {
    const obstacles = why();
    hint.textContent = fold.open ? obstacles : ""; // beside “Create plot” it says the same
    button.setAttribute("aria-disabled", String(obstacles !== ""));
    button.lastElementChild.textContent = `Draw with ${librariesIn(wanted().length)}`;
  }

  function draw() {
    const chart = currentChart();
    const able = chart?.libraries.filter((library) => state.status?.libraries.includes(library)) ?? [];
    root.hidden = !state.session || able.length < 2;
    const key = `${state.sessionId} ${chart?.id} ${able}`;
    if (key !== drawn) fill(choices, choices.firstElementChild, able.map(tick));
    drawn = key;
    show();
  }

  function tick(library) {
    const box = el("input", {
      type: "checkbox",
      class: "tick",
      id: `compare-${library}`,
      value: library,
      checked: true,
      on: { change: show },
    });
    return el("label", { class: "ticked", for: box.id }, box, library);
  }

  const fold = el(
    "details",
    { class: "compare", on: { toggle: show } },
    el("summary", {}, "Compare libraries"),
    el("p", { class: "hint" }, "Draws this chart with each of them at once. Every plot becomes a session of its own."),
    choices,
    hint,
    button,
    problems.node,
  );
  fill(root, fold);
  watch(["session", "charts", "status", "turns", "refusedBindings", "fanouts"], draw);
}
