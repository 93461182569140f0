/** The libraries: which ones draw the chart, as pills; one that cannot says why. */

import { call } from "./api.js";
import { el, fill, redraw } from "./dom.js";
import { problemSlot } from "./notice.js";
import { setLibrary } from "./session.js";
import { currentChart, currentTurn, state, watch } from "./store.js";

/** Draws them into `root`. */
export function mountLibraries(root) {
  const problems = problemSlot();
  const reasons = reasonBook();
  const pills = el("div", { class: "pills", role: "group", "aria-labelledby": "libraries-title" });
  const note = el("p", { class: "hint", id: "library-note", role: "status" });

  function explain(chart, library) {
    return reasons.ask(chart.id, library).then(
      (why) => currentChart()?.id === chart.id && (note.textContent = why),
      problems.show,
    );
  }

  function pill(library, chart) {
    const able = isAble(library, chart);
    const why = able ? null : reasons.known(chart.id, library);
    const say = () => explain(chart, library);
    const click = () => {
      if (!able) return say();
      if (currentTurn()) return undefined;
      return state.session.library === library ? undefined : problems.guard(() => setLibrary(library));
    };
    return el(
      "button",
      {
        type: "button",
        class: "pill",
        id: `library-${library}`,
        title: why,
        "aria-pressed": String(state.session.library === library),
        "aria-disabled": String(!able || Boolean(currentTurn())),
        "aria-describedby": able ? null : "library-note",
        on: { click, ...(able ? {} : { pointerenter: say, focus: say }) },
      },
      library,
    );
  }

  function draw() {
    const chart = currentChart();
    root.hidden = !chart || !state.session;
    if (root.hidden) return;
    const all = everyLibrary();
    const able = all.filter((library) => isAble(library, chart));
    redraw(
      pills,
      [...able, ...all.filter((library) => !able.includes(library))].map((library) => pill(library, chart)),
    );
    note.textContent = state.libraryNote || summary(able.length, all.length);
  }

  const title = el("h2", { id: "libraries-title" }, "Library");
  const compare = el("div", { id: "fanout" });
  fill(root, el("div", { class: "card-head" }, title), pills, note, problems.node, compare);
  watch(["session", "charts", "status", "turns", "libraryNote"], draw);
}

/** `1 library`, `7 libraries`. */
export function librariesIn(count) {
  return `${count} ${count === 1 ? "library" : "libraries"}`;
}

function summary(able, all) {
  if (able === all) return "";
  return `${able} of ${all} can draw this chart. Point at a grey one, or press it, to see why it cannot.`;
}

function isAble(library, chart) {
  return chart.libraries.includes(library) && Boolean(state.status?.libraries.includes(library));
}

/** All libraries of the catalogue, by name. */
function everyLibrary() {
  return [...new Set(state.charts.flatMap((chart) => chart.libraries))].sort();
}

/** Remembers why a library cannot draw a chart, until the set of running libraries changes. */
function reasonBook() {
  let book = new Map();
  let running = "";
  const fresh = () => {
    const now = String(state.status?.libraries);
    if (now !== running) book = new Map();
    running = now;
    return book;
  };
  const key = (chart, library) => `${chart} ${library}`;
  return {
    known: (chart, library) => fresh().get(key(chart, library)) ?? null,
    async ask(chart, library) {
      const known = fresh().get(key(chart, library));
      if (known) return known;
      const query = new URLSearchParams({ chart, library });
      const { why_not: why } = await call("GET", `/v1/eligibility?${query}`);
      const words = why ?? `${library} can draw this chart again; it is offered in a moment.`;
      if (why) fresh().set(key(chart, library), why);
      return words;
    },
  };
}
