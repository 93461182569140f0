/** Steps: the words for what a turn is doing. */

import { counted, duration } from "./problems.js";

const ORDER = ["queued", "adapting", "checking", "rendering", "reviewing"];
const TITLES = {
  queued: "Queued",
  adapting: "Adapting",
  checking: "Checking",
  rendering: "Rendering",
  reviewing: "Reviewing",
  repairing: "Repairing",
};
const WHAT = {
  queued: "Waiting for a place",
  adapting: "Putting your data into the chart's code",
  checking: "Checking the code",
  rendering: "Drawing the picture",
  reviewing: "Looking at the picture",
  repairing: "Mending the picture",
};

const BLOCKED = {
  user_cap: "Waits until one of your other plots is done",
  address_cap: "Waits until another plot of your network is done",
  capacity: "Waits for room in the queue",
  lock: "Waits until its session is free",
};

/** The steps to show: those that were, the one that is, those to come. Each `{name, title, state}`. */
export function timeline(turn) {
  const seen = turn.steps.map((step) => step.name);
  const names = seen.includes("repairing") ? [...ORDER, "repairing"] : ORDER;
  const current = turn.phase === "ended" ? null : seen.at(-1);
  const reached = Math.max(...seen.map((name) => names.indexOf(name)), -1);
  return names.map((name, at) => ({
    name,
    title: TITLES[name],
    state: name === current ? "current" : seen.includes(name) || at < reached ? "past" : "ahead",
  }));
}

/** One sentence on what the turn is doing now. */
export function doing(turn) {
  if (turn.phase === "no_stream")
    return "Waiting for another window: four plots are already being followed in this browser.";
  if (turn.phase === "stopping") return "Stopping…";
  const name = turn.steps.at(-1)?.name;
  if (name === "queued" && turn.queue) return queueWords(turn.queue);
  if (!name) return turn.kind === "message" ? "Reading your message…" : "Starting…";
  return `${stepWords(name, "")}${turn.attempt > 1 ? `, attempt ${turn.attempt}` : ""}…`;
}

/** One sentence on a step. */
export function stepWords(name, end = "…") {
  return `${WHAT[name] ?? name}${end}`;
}

/** What keeps a run out of the queue. */
export function blockedWords(blocked) {
  return BLOCKED[blocked] ?? "Waiting for a place…";
}

/** Where a run stands in the queue. */
export function queueWords({ position, waiting, estimated_wait_s: estimate }) {
  if (!position) return "Waiting for a place…";
  const place =
    position === 1 ? "You are next" : `Position ${position} of ${counted(Math.max(waiting, position), "plot")} waiting`;
  return estimate >= 1 ? `${place}, about ${duration(estimate)}.` : `${place}.`;
}
