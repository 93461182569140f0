/** Fan-outs: starts, follows and stops what draws one session's chart with several libraries. */

import { acrossCuts } from "./across_cuts.js";
import { ApiError, call, send, sessionPath } from "./api.js";
import { fanoutOf, forget, remember } from "./fanout_memory.js";
import { reloadSession } from "./session.js";
import { refreshStatus } from "./status.js";
import { state, update, watch } from "./store.js";
import { takeStream } from "./streams.js";

/** Starts one for the open session; resolves when it is accepted, fails with an ApiError when it is not. */
export async function startFanout(libraries, onWait) {
  const { sessionId, session } = state;
  const abort = new AbortController();
  const release = await takeStream(abort.signal, onWait);
  try {
    const response = await send("POST", sessionPath(sessionId, "fanout"), { libraries }, { signal: abort.signal });
    follow(fanoutFor(sessionId, session.chart, null, abort), () => response, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Takes up the fan-out of whatever session is opened, also after a reload. */
export function followFanouts() {
  watch(["sessionId"], () => {
    const kept = state.sessionId && fanoutOf(state.sessionId);
    if (!kept || currentFanout()) return;
    const fanout = fanoutFor(kept.parent, kept.chart, kept.group, new AbortController());
    fanout.kept = kept.members;
    takeStream(fanout.abort.signal, () => set(fanout, { phase: "no_stream" })).then(
      (release) => follow(fanout, null, release),
      () => {}, // hidden while it waited for a place
    );
    state.fanouts = [fanout, ...state.fanouts];
  });
}

/** The fan-out that the open session began or is a member of, or null. */
export function currentFanout() {
  const isMine = ({ parent, members, kept }) =>
    parent === state.sessionId ||
    members.some(({ sessionId }) => sessionId === state.sessionId) ||
    kept.includes(state.sessionId);
  return state.fanouts.find(isMine) ?? null;
}

/** Stops what has not ended; resolves when all have. */
export async function stopFanout(fanout) {
  set(fanout, { stopping: true });
  try {
    await call("POST", `/v1/fanouts/${encodeURIComponent(fanout.groupId)}/cancel`, {});
  } finally {
    set(fanout, { stopping: false });
  }
}

/** Stops one member. */
export function stopMember(member) {
  return call("POST", sessionPath(member.sessionId, "cancel"), {});
}

/** Takes the board away; the sessions stay. */
export function hideFanout(fanout) {
  fanout.abort.abort();
  forget(fanout.groupId);
  update({ fanouts: state.fanouts.filter((other) => other !== fanout) });
}

function fanoutFor(parent, chart, groupId, abort) {
  // phase: running, no_stream, ended; members: see `member`; kept: the members' ids until the stream has told them
  return { parent, chart, groupId, abort, phase: "running", members: [], kept: [], problem: null, stopping: false };
}

async function follow(fanout, begin, release) {
  const { signal } = fanout.abort;
  const again = (lastId) =>
    send("GET", `/v1/fanouts/${encodeURIComponent(fanout.groupId)}/events`, undefined, {
      signal,
      headers: { "Last-Event-ID": lastId },
    });
  const isLast = ({ name, data }) => name === "done" && !data.session_id;
  set(fanout, { phase: "running" });
  try {
    for await (const event of acrossCuts({ begin, again, isLast }, signal)) take(fanout, event);
  } catch (error) {
    if (error.name !== "AbortError") lose(fanout, error);
  } finally {
    release();
    set(fanout, { phase: "ended" });
    refreshStatus();
  }
}

// One that the services no longer know has nothing more to tell: it is too old, or not this user's.
function lose(fanout, error) {
  if (error.code !== "session_expired") return set(fanout, { problem: error });
  return hideFanout(fanout);
}

function take(fanout, { name, data }) {
  if (data.session_id) return told(fanout, data.session_id, name, data);
  if (name !== "ready") return undefined;
  fanout.groupId = data.group_id;
  const members = data.members.map(({ library, session_id: sessionId }) => member(library, sessionId));
  const kept = members.map(({ sessionId }) => sessionId);
  remember({ group: fanout.groupId, parent: fanout.parent, chart: fanout.chart, members: kept });
  state.fanouts = [fanout, ...state.fanouts.filter((other) => other.parent !== fanout.parent)];
  refreshStatus();
  return set(fanout, { members, kept });
}

/** `step` is the last status, `plot`, `problem` and `outcome` what came of it. */
function member(library, sessionId) {
  return { library, sessionId, step: null, plot: null, problem: null, outcome: null };
}

function told(fanout, sessionId, name, data) {
  const one = fanout.members.find((each) => each.sessionId === sessionId);
  if (!one) return;
  if (name === "status") one.step = data;
  else if (name === "plot") one.plot = data;
  else if (name === "error" || name === "refusal") one.problem = new ApiError({ ...data, message: data.text });
  else if (name === "done") one.outcome = data.outcome;
  set(fanout, {});
  if (one.outcome && state.sessionId === sessionId) reloadSession(sessionId).catch(() => {}); // its picture is there now
}

function set(fanout, changes) {
  Object.assign(fanout, changes);
  update({ fanouts: state.fanouts });
}
