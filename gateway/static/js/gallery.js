/** The gallery: every chart of the catalogue, to search and to choose. */

import { el, fill, redraw } from "./dom.js";
import { glyph } from "./glyphs.js";
import { problemSlot } from "./notice.js";
import { setChart } from "./session.js";
import { currentChart, currentTurn, state, watch } from "./store.js";

/** Draws the gallery into `root`. */
export function mountGallery(root) {
  const problems = problemSlot();
  const list = el("ul", { class: "charts" });
  const name = el("span", { class: "fact" });
  const chosen = el("p", { class: "chosen" });
  const found = el("p", { class: "hint", role: "status" });
  const search = el("input", {
    type: "search",
    id: "chart-search",
    placeholder: "Search charts",
    "aria-label": "Search charts by name, description or tag",
    on: { input: draw },
  });

  function draw() {
    const charts = ordered(matching(search.value));
    redraw(
      list,
      charts.map((chart) => el("li", {}, choice(chart, problems))),
    );
    found.textContent = charts.length
      ? ""
      : `No chart matches “${search.value}”. Try a word such as “trend” or “share”.`;
    const chart = currentChart();
    const why = state.suggestions.find((suggestion) => suggestion.chart === chart?.id)?.why;
    name.textContent = chart?.title ?? "";
    fill(chosen, chart && [chart.description, why && el("span", { class: "why" }, ` ${why}`)]);
  }

  fill(
    root,
    el("div", { class: "card-head" }, el("h2", { id: "gallery-title" }, "Chart"), name, search),
    problems.node,
    list,
    found,
    chosen,
  );
  watch(["charts", "session", "suggestions", "turns"], draw);
}

function choice(chart, problems) {
  const fits = state.suggestions.some((suggestion) => suggestion.chart === chart.id);
  const click = () => state.session?.chart !== chart.id && problems.guard(() => setChart(chart.id));
  return el(
    "button",
    {
      type: "button",
      class: "chart",
      id: `chart-${chart.id}`,
      title: chart.description,
      "aria-pressed": String(state.session?.chart === chart.id),
      disabled: Boolean(currentTurn()),
      on: { click },
    },
    glyph(chart.id),
    el("span", { class: "chart-title" }, chart.title),
    fits && el("span", { class: "fits" }, "fits your data"),
  );
}

function matching(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return state.charts.filter((chart) => {
    const about = [chart.title, chart.description, ...chart.tags].join(" ").toLowerCase();
    return words.every((word) => about.includes(word));
  });
}

// Charts that fit the data come first, best first; the catalogue's order otherwise.
function ordered(charts) {
  const rank = new Map(state.suggestions.map(({ chart }, at) => [chart, at]));
  return charts.toSorted((a, b) => (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity) || 0);
}
