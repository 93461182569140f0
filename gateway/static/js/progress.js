/** Progress: the timeline of the turn under way, its Stop button, and how the last one ended when it left no picture. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { problemBox } from "./notice.js";
import { doing, timeline } from "./steps.js";
import { currentTurn, state, watch } from "./store.js";
import { stopTurn } from "./turns.js";

/** Draws it into `root`. */
export function mountProgress(root) {
  const now = el("p", { class: "doing" });
  const spoken = el("p", { class: "visually-hidden", role: "status" }); // always there: a region that appears is not read out
  const clock = el("span", { class: "clock", "aria-hidden": "true" });
  const steps = el("ol", { class: "steps" });
  const stop = el(
    "button",
    { type: "button", class: "stop", on: { click: () => stopTurn(state.sessionId) } },
    icon("stop"),
    "Stop",
  );
  const running = el("div", { class: "card running" }, el("div", { class: "running-head" }, now, clock, stop), steps);
  const ended = el("div", { class: "ended" });
  fill(root, spoken, running, ended);

  const tick = () => {
    const turn = currentTurn();
    if (turn) clock.textContent = `${Math.floor(performance.now() / 1000 - turn.since)} s`;
  };
  setInterval(tick, 1000);

  function show(turn) {
    say(now, doing(turn));
    say(spoken, doing(turn));
    stop.disabled = turn.phase === "stopping";
    steps.hidden = turn.kind === "message" && turn.steps.length === 0;
    fill(steps, timeline(turn).map(stepItem));
    tick();
  }

  let last = null;
  watch(["turns", "sessionId"], () => {
    const turn = currentTurn();
    running.hidden = !turn;
    if (turn) show(turn);
    else say(spoken, ready(state.turns.get(state.sessionId)));
    const { problem, outcome, phase, plot } = state.turns.get(state.sessionId) ?? {};
    const key = [state.sessionId, problem, outcome, phase === "ended", plot];
    if (last?.every((part, at) => part === key[at])) return; // an alert that is drawn again is read out again
    last = key;
    fill(ended, ending(state.turns.get(state.sessionId)));
    if (ended.hasChildNodes()) ended.scrollIntoView({ block: "nearest" });
  });
}

function say(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

function ready(turn) {
  return turn?.plot?.version ? `The plot is ready: version ${turn.plot.version.number}.` : "";
}

function stepItem({ name, title, state: where }) {
  return el(
    "li",
    { class: `step ${where}`, "data-step": name, "aria-current": where === "current" && "step" },
    el("span", { class: "step-dot" }, where === "past" && icon("check")),
    title,
  );
}

function ending(turn) {
  if (turn?.problem) return problemBox(turn.problem);
  if (turn?.phase !== "ended") return null;
  if (turn.outcome === "cancelled")
    return el("p", { class: "notice", role: "alert" }, "Stopped. Your data and settings are as they were.");
  const { plot } = turn;
  if (plot && !plot.version)
    return el(
      "div",
      { class: "notice problem", role: "alert" },
      el("p", {}, plot.detail || "There is no picture this time. Check columns and options, then try again."),
    );
  return null;
}
