/** The page's state: one object, changed through `update`, watched by key. */

export const state = {
  status: null, // GET /v1/status
  charts: [], // GET /v1/charts
  sessions: [], // GET /v1/sessions
  sessionId: null,
  session: null, // GET /v1/sessions/{sid}
  suggestions: [], // of the data that was pasted last
  suggestedSteps: [], // the data steps of the suggestion that was taken last
  turns: new Map(), // session id -> the turn that this window follows, or followed last
  fanouts: [], // the fan-outs that this window follows, or followed, the newest first
  remarks: new Map(), // session id -> lines that are not (yet) in the server's transcript
  refusedBindings: null, // what the user chose last, when the services refused it
  libraryNote: "", // what a switch of the chart did to the library
  shown: null, // the version on display; null: the latest
};

const watchers = [];

/** Changes the state and tells who watches one of the changed keys. */
export function update(changes) {
  Object.assign(state, changes);
  const keys = Object.keys(changes);
  for (const watcher of watchers) if (watcher.keys.some((key) => keys.includes(key))) watcher.draw();
}

/** Calls `draw` now and whenever one of `keys` changes. */
export function watch(keys, draw) {
  watchers.push({ keys, draw });
  draw();
}

/** The chart of the open session, or null. */
export function currentChart() {
  return state.charts.find((chart) => chart.id === state.session?.chart) ?? null;
}

/** The turn of the open session that has not ended, or null. */
export function currentTurn() {
  const turn = state.turns.get(state.sessionId);
  return turn && turn.phase !== "ended" ? turn : null;
}
