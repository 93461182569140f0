/** The open session: loads it, and changes it one request at a time (a session does one thing at a time). */

import { call, sessionPath } from "./api.js";
import { patiently } from "./connection.js";
import { onceFree, wasStopped } from "./stopped.js";
import { state, update } from "./store.js";
import { upload } from "./upload.js";

let last = Promise.resolve(); // the end of the queue of changes

/** Opens a session (null: none yet) and shows it. */
export async function openSession(sessionId) {
  update({ sessionId, session: null, ...suggested([]), refusedBindings: null, libraryNote: "", shown: null });
  if (sessionId) await reloadSession(sessionId);
}

/** Fetches a session again. */
export async function reloadSession(sessionId) {
  const session = await patiently(() => call("GET", sessionPath(sessionId)));
  if (state.sessionId !== sessionId) return; // the user has moved on
  dropSaid(sessionId, session.transcript);
  update({ session, remarks: state.remarks });
  if (!state.suggestions.length) update(suggested(session.suggestions)); // others fit the data before their steps
}

/** Fetches the list of sessions. */
export async function reloadSessions() {
  const { sessions } = await patiently(() => call("GET", "/v1/sessions"));
  update({ sessions });
}

/** Reads pasted text into the session (a new one when none is open); chooses a chart when there is none. */
export function setDataset(text) {
  return change(async (sessionId) => {
    await take(sessionId, await patiently(() => call("POST", sessionPath(sessionId, "dataset"), { text })));
  });
}

/** Reads a file into the session in the same way; answers the sheets to choose from, none when the file was read. */
export function setFile(file, { sheet, progress, signal }) {
  return change(async (sessionId) => {
    signal.throwIfAborted(); // while it waited for its turn
    signal.addEventListener("abort", wasStopped);
    const path = sessionPath(sessionId, "files") + (sheet ? `?sheet=${encodeURIComponent(sheet)}` : "");
    const read = await patiently(() => upload(path, file, progress, signal), signal);
    if (read.sheets) return read.sheets;
    await take(sessionId, read);
    return [];
  });
}

async function take(sessionId, read) {
  if (!adopt(sessionId, asDataset(read))) return;
  update({ ...suggested(read.suggestions), refusedBindings: null });
  const [first] = read.suggestions;
  if (!state.session.chart && first) await follow(sessionId, first);
}

/** Flips one decision of the report. */
export function setReading(subject, choice) {
  return change(async (sessionId) => {
    const body = { choices: { [subject]: choice } };
    const read = await patiently(() => call("PUT", sessionPath(sessionId, "dataset/reading"), body));
    if (adopt(sessionId, asDataset(read))) update({ ...suggested(read.suggestions), refusedBindings: null });
  });
}

/** Takes a data step. It is not tried again by itself: a step that was taken after all would be taken twice. */
export function takeStep(step) {
  return change(async (sessionId) => stepped(sessionId, await call("POST", sessionPath(sessionId, "steps"), step)));
}

/** Takes the last data step back. */
export function undoStep() {
  return change(async (sessionId) => stepped(sessionId, await call("DELETE", sessionPath(sessionId, "steps/last"))));
}

function stepped(sessionId, { code: _, ...read }) {
  if (adopt(sessionId, asDataset(read))) update({ ...suggested(read.suggestions), refusedBindings: null });
}

/** Takes a suggestion: its data steps, in place of those of the one that was taken before, then its chart. */
export function takeSuggestion(suggestion) {
  return change((sessionId) => follow(sessionId, suggestion));
}

async function follow(sessionId, { chart, steps }) {
  const same = JSON.stringify(steps) === JSON.stringify(state.suggestedSteps);
  while (!same && state.suggestedSteps.length) {
    const read = await call("DELETE", sessionPath(sessionId, "steps/last"));
    if (!adoptSuggested(sessionId, read, state.suggestedSteps.slice(0, -1))) return;
  }
  for (const step of same ? [] : steps) {
    const read = await call("POST", sessionPath(sessionId, "steps"), step);
    if (!adoptSuggested(sessionId, read, [...state.suggestedSteps, step])) return;
  }
  await switchChart(sessionId, chart);
}

// The suggestions stay as they are: they fit the data without the steps of any of them.
function adoptSuggested(sessionId, { code: _, ...read }, suggestedSteps) {
  const mine = adopt(sessionId, asDataset(read));
  if (mine) update({ suggestedSteps, refusedBindings: null });
  return mine;
}

function suggested(suggestions) {
  return { suggestions, suggestedSteps: [] };
}

/** Switches the chart; the data stay, the bindings are mapped again. */
export function setChart(chart) {
  return change((sessionId) => switchChart(sessionId, chart));
}

/** Switches the library that draws. */
export function setLibrary(library) {
  return change(async (sessionId) => {
    await patiently(() => call("PATCH", sessionPath(sessionId), { library }));
    if (state.sessionId === sessionId) update({ libraryNote: "" });
    await reloadSession(sessionId);
  });
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
  const mine = settled().then(() => onceFree(async () => work(state.sessionId ?? (await create()))));
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
  const library = otherLibrary(chart);
  await patiently(() => call("PATCH", sessionPath(sessionId), library ? { chart, library } : { chart }));
  if (state.sessionId === sessionId) {
    const before = state.session?.library;
    const libraryNote = library ? `${before} does not draw this chart; ${library} does.` : "";
    update({ refusedBindings: null, libraryNote });
  }
  await reloadSession(sessionId);
}

// A chart that the session's library does not draw brings one that does; null: the library stays.
function otherLibrary(chart) {
  const able = state.charts.find(({ id }) => id === chart)?.libraries ?? [];
  if (able.length === 0 || able.includes(state.session?.library)) return null;
  return able.find((library) => state.status?.libraries.includes(library)) ?? able[0];
}

function adopt(sessionId, changes) {
  if (state.sessionId !== sessionId || !state.session) return false;
  update({ session: { ...state.session, ...changes } });
  return true;
}

function asDataset({ bindings, roles, suggestions: _, ...dataset }) {
  return { dataset, bindings, roles };
}

// What the server has in its transcript by now need not be remembered here.
function dropSaid(sessionId, transcript) {
  const known = new Set(transcript.map((line) => line.text));
  const left = (state.remarks.get(sessionId) ?? []).filter((line) => line.kind !== "said" && !known.has(line.text));
  state.remarks.set(sessionId, left);
}
