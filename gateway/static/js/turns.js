/** Turns: starts, follows and stops what the sessions of this window are doing. */

import { ApiError, call, sessionPath } from "./api.js";
import { reloadSession } from "./session.js";
import { refreshStatus } from "./status.js";
import { state, update, watch } from "./store.js";
import { takeStream } from "./streams.js";
import { turnEvents } from "./turn_stream.js";

const over = new Set(); // turns whose `done` was seen: never taken up again

/** The button: draws a plot. */
export function createPlot(theme) {
  return begin(state.sessionId, "plot", { body: { action: "create_plot", theme } });
}

/** A message of the user. */
export function sendMessage(text) {
  const sessionId = state.sessionId;
  state.remarks.set(sessionId, [{ who: "user", kind: "said", text }]);
  return begin(sessionId, "message", { body: { text } });
}

/** Follows whatever turn runs in the open session: one of another window, or one from before a reload. */
export function followSession() {
  watch(["session"], () => {
    const { session_id: sessionId, turn_id: turnId } = state.session ?? {};
    if (turnId && !over.has(turnId) && (state.turns.get(sessionId)?.phase ?? "ended") === "ended") {
      begin(sessionId, "resumed", { turnId });
    }
  });
}

/** Stops the turn of a session; resolves when the session is free. */
export async function stopTurn(sessionId) {
  const turn = state.turns.get(sessionId);
  if (!turn || turn.phase === "ended") return;
  set(turn, { phase: "stopping" });
  try {
    await call("POST", sessionPath(sessionId, "cancel"), {});
    turn.abort.abort();
  } catch (error) {
    set(turn, { phase: "running", problem: error });
  }
}

async function begin(sessionId, kind, start) {
  const turn = {
    sessionId,
    kind, // plot, message, resumed
    turnId: start.turnId ?? null,
    phase: "running", // no_stream, running, stopping, ended
    steps: [],
    queue: null,
    since: now(),
    newest: newestVersion(sessionId),
    abort: new AbortController(),
  };
  state.turns.set(sessionId, turn);
  set(turn, {});
  let release = () => {};
  try {
    release = await takeStream(turn.abort.signal, () => set(turn, { phase: "no_stream" }));
    if (turn.phase === "no_stream") set(turn, { phase: "running" });
    for await (const event of turnEvents(sessionId, start, turn.abort.signal)) take(turn, event);
  } catch (error) {
    const stopped = error.name === "AbortError";
    set(turn, stopped ? { outcome: "cancelled" } : { outcome: "failed", problem: lost(error, turn) });
  } finally {
    release();
    await settle(turn);
  }
}

async function settle(turn) {
  set(turn, { phase: "ended", took: now() - turn.since });
  if (turn.turnId) over.add(turn.turnId);
  refreshStatus();
  if (state.sessionId === turn.sessionId && turn.problem?.code !== "session_expired") {
    await reloadSession(turn.sessionId).catch(() => {}); // what went wrong is on display already
    recover(turn);
  }
}

// A turn that ended while nobody could tell us has left its version.
function recover(turn) {
  if (turn.problem?.code !== "turn_lost" || newestVersion(turn.sessionId) <= turn.newest) return;
  update({ shown: null });
  set(turn, { problem: null });
}

function newestVersion(sessionId) {
  return state.session?.session_id === sessionId ? (state.session.versions.at(-1)?.number ?? 0) : Infinity;
}

// A turn that the services no longer know was lost with one of them.
function lost(error, turn) {
  return turn.turnId && error.code === "session_expired" ? new ApiError({ code: "turn_lost" }) : error;
}

function take(turn, { name, data }) {
  if (name === "ready") {
    set(turn, { turnId: data.turn_id });
    refreshStatus(); // the header counts it
  } else if (name === "status") set(turn, step(turn, data));
  else if (name === "message") remark(turn, { who: "plotlane", kind: "said", text: data.text });
  else if (name === "refusal") remark(turn, { who: "plotlane", kind: "refusal", text: data.text });
  else if (name === "plot") plotted(turn, data);
  else if (name === "error") set(turn, { problem: new ApiError({ ...data, message: data.text }) });
  else if (name === "done") set(turn, { outcome: data.outcome });
}

function plotted(turn, plot) {
  set(turn, { plot });
  if (plot.version && state.sessionId === turn.sessionId) update({ shown: null });
}

function step(turn, { step: name, ...detail }) {
  const steps = turn.steps.at(-1)?.name === name ? turn.steps : [...turn.steps, { name, since: now() }];
  return { steps, queue: name === "queued" ? detail : null, attempt: detail.attempt ?? null };
}

function remark(turn, line) {
  state.remarks.set(turn.sessionId, [...(state.remarks.get(turn.sessionId) ?? []), line]);
  update({ remarks: state.remarks });
}

function set(turn, changes) {
  Object.assign(turn, changes);
  update({ turns: state.turns });
}

function now() {
  return performance.now() / 1000;
}
