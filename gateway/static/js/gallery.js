/** The gallery: every chart of the catalogue, to search and to choose. */

import { el, fill, redraw } from "./dom.js";
import { glyph } from "./glyphs.js";
import { problemSlot } from "./notice.js";
import { setChart } from "./session.js";
import { mountSuggestions } from "./suggestions.js";
import { currentChart, currentTurn, state, watch } from "./store.js";

const KEYS = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Draws the gallery into `root`. */
export function mountGallery(root) {
  const problems = problemSlot();
  const list = el("ul", {
    class: "charts",
    "aria-label": "Charts",
    "aria-describedby": "chart-keys",
    on: { keydown },
  });
  const suggestions = el("div", { class: "fitting" });
  const name = el("span", { class: "fact" });
  const chosen = el("p", { class: "chosen" });
  const keys = el("p", { class: "visually-hidden", id: "chart-keys" }, "The arrow keys move from chart to chart.");
  const found = el("p", { class: "hint", role: "status" });
  const search = el("input", {
    type: "search",
    id: "chart-search",
    placeholder: "Search",
    "aria-label": "Search charts by name, description or tag",
    on: { input: draw },
  });
  const kind = el("select", { id: "chart-kind", "aria-label": "Kind of chart", on: { change: draw } });
  let kinds = "";

  // One stop for Tab among all charts: nobody has to pass 55 of them.
  function keydown(event) {
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    const to = KEYS[event.key]?.(at, buttons.length);
    if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = buttons[Math.min(Math.max(to, 0), buttons.length - 1)];
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }

  function drawKinds() {
    const tags = tagCounts();
    if (kinds === String(tags)) return;
    kinds = String(tags);
    const { value } = kind;
    fill(
      kind,
      el("option", { value: "" }, `All ${state.charts.length} charts`),
      tags.map(([tag, count]) => el("option", { value: tag }, `${tag[0].toUpperCase()}${tag.slice(1)} (${count})`)),
    );
    kind.value = tags.some(([tag]) => tag === value) ? value : "";
  }

  function draw() {
    drawKinds();
    const charts = ordered(matching(search.value, kind.value));
    const stop = charts.find((chart) => chart.id === state.session?.chart) ?? charts[0];
    redraw(
      list,
      charts.map((chart) => el("li", {}, choice(chart, chart === stop, problems))),
    );
    found.textContent = charts.length ? "" : nothingFound(search.value, kind.value);
    const chart = currentChart();
    name.textContent = chart?.title ?? "";
    chosen.textContent = chart?.description ?? "";
  }

  fill(
    root,
    el("div", { class: "card-head" }, el("h2", { id: "gallery-title" }, "Chart"), name),
    suggestions,
    el("div", { class: "finder" }, search, kind),
    problems.node,
    keys,
    list,
    found,
    chosen,
  );
  mountSuggestions(suggestions);
  watch(["charts", "session", "suggestions", "turns"], draw);
}

function choice(chart, isStop, problems) {
  const fits = state.suggestions.some((suggestion) => suggestion.chart === chart.id);
  const click = () => state.session?.chart !== chart.id && problems.guard(() => setChart(chart.id));
  return el(
    "button",
    {
      type: "button",
      class: "chart",
      id: `chart-${chart.id}`,
      title: chart.description,
      tabindex: isStop ? "0" : "-1",
      "aria-pressed": String(state.session?.chart === chart.id),
      disabled: Boolean(currentTurn()),
      on: { click },
    },
    glyph(chart.id, chart.tags),
    el("span", { class: "chart-title" }, chart.title),
    fits && el("span", { class: "fits" }, "fits your data"),
  );
}

function nothingFound(text, kind) {
  const what = kind ? `${kind} chart` : "chart";
  return `No ${what} matches “${text}”. Try a word such as “trend” or “share”${kind ? ", or all charts" : ""}.`;
}

function matching(text, kind) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return state.charts.filter((chart) => {
    if (kind && !chart.tags.includes(kind)) return false;
    const about = [chart.title, chart.description, ...chart.tags].join(" ").toLowerCase();
    return words.every((word) => about.includes(word));
  });
}

/** `[tag, number of charts]`, the most used first; a tag of one chart alone finds nothing that its name does not. */
function tagCounts() {
  const counts = new Map();
  for (const tag of state.charts.flatMap((chart) => chart.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
}

// Charts that fit the data come first, best first; the catalogue's order otherwise.
function ordered(charts) {
  const rank = new Map(state.suggestions.map(({ chart }, at) => [chart, at]));
  return charts.toSorted((a, b) => (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity) || 0);
}
