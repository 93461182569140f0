/** The open session: loads it, and changes it one request at a time (a session does one thing at a time). */

import { call, sessionPath } from "./api.js";
import { patiently } from "./connection.js";
import { firstChart } from "./first_chart.js";
import { state, update } from "./store.js";

let last = Promise.resolve(); // the end of the queue of changes

/** Opens a session (null: none yet) and shows it. */
export async function openSession(sessionId) {
  update({ sessionId, session: null, suggestions: [], refusedBindings: null, shown: null });
  if (sessionId) await reloadSession(sessionId);
}

/** Fetches a session again. */
export async function reloadSession(sessionId) {
  const session = await patiently(() => call("GET", sessionPath(sessionId)));
  if (state.sessionId !== sessionId) return; // the user has moved on
  dropSaid(sessionId, session.transcript);
  update({ session, remarks: state.remarks });
}

/** Fetches the list of sessions. */
export async function reloadSessions() {
  const { sessions } = await patiently(() => call("GET", "/v1/sessions"));
  update({ sessions });
}

/** Reads pasted text into the session (a new one when none is open); chooses a chart when there is none. */
export function setDataset(text) {
  return change(async (sessionId) => {
    const read = await patiently(() => call("POST", sessionPath(sessionId, "dataset"), { text }));
    if (!adopt(sessionId, asDataset(read))) return;
    update({ suggestions: read.suggestions, refusedBindings: null });
    const first = firstChart(read.suggestions, state.charts, read.profile);
    if (!state.session.chart && first) await switchChart(sessionId, first);
  });
}

/** Flips one decision of the report. */
export function setReading(subject, choice) {
  return change(async (sessionId) => {
    const body = { choices: { [subject]: choice } };
    const read = await patiently(() => call("PUT", sessionPath(sessionId, "dataset/reading"), body));
    if (adopt(sessionId, asDataset(read))) update({ suggestions: read.suggestions, refusedBindings: null });
  });
}

/** Switches the chart; the data stay, the bindings are mapped again. */
export function setChart(chart) {
  return change((sessionId) => switchChart(sessionId, chart));
}

/** Says which columns fill a role; the other roles keep theirs. What is refused is remembered, to be corrected. */
export function setRole(role, columns) {
  return change(async (sessionId) => {
    const { session, refusedBindings } = state;
    if (session?.session_id !== sessionId || !session.roles.some(({ name }) => name === role)) return; // the chart was switched
    const others = (refusedBindings ?? session.bindings.bindings).filter((binding) => binding.role !== role);
    const bindings = [...others, ...columns.map((column) => ({ role, column }))];
    try {
      const answer = await patiently(() => call("PUT", sessionPath(sessionId, "bindings"), bindings));
      if (adopt(sessionId, { bindings: answer })) update({ refusedBindings: null });
    } catch (error) {
      if (state.sessionId === sessionId) update({ refusedBindings: bindings });
      throw error;
    }
  });
}

/** Sets options; null takes the default back. */
export function setOptions(options) {
  return change(async (sessionId) => {
    const answer = await patiently(() => call("PUT", sessionPath(sessionId, "options"), options));
    adopt(sessionId, answer);
  });
}

/** Purges a session. */
export async function deleteSession(sessionId) {
  await patiently(() => call("DELETE", sessionPath(sessionId)));
  update({ sessions: state.sessions.filter((session) => session.session_id !== sessionId) });
}

/** Resolves when every change so far has been answered. */
export function settled() {
  return last.catch(() => {});
}

function change(work) {
  const mine = settled().then(async () => work(state.sessionId ?? (await create())));
  last = mine;
  return mine;
}

async function create() {
  const { session_id: sessionId } = await patiently(() => call("POST", "/v1/sessions", { locale: navigator.language }));
  const session = await patiently(() => call("GET", sessionPath(sessionId)));
  update({ sessionId, session, shown: null });
  history.replaceState(null, "", `#s=${sessionId}`);
  return sessionId;
}

async function switchChart(sessionId, chart) {
  await patiently(() => call("PATCH", sessionPath(sessionId), { chart }));
  if (state.sessionId === sessionId) update({ refusedBindings: null });
  await reloadSession(sessionId);
}

function adopt(sessionId, changes) {
  if (state.sessionId !== sessionId || !state.session) return false;
  update({ session: { ...state.session, ...changes } });
  return true;
}

function asDataset({ preview, profile, report, warnings, bindings, roles }) {
  return { dataset: { preview, profile, report, warnings }, bindings, roles };
}

// What the server has in its transcript by now need not be remembered here.
function dropSaid(sessionId, transcript) {
  const known = new Set(transcript.map((line) => line.text));
  const left = (state.remarks.get(sessionId) ?? []).filter((line) => line.kind !== "said" && !known.has(line.text));
  state.remarks.set(sessionId, left);
}
