/** The suggestions: charts that fit the data, best first, each with its reason; one click takes it. */

import { el, fill, redraw } from "./dom.js";
import { lacking } from "./first_chart.js";
import { glyph } from "./glyphs.js";
import { problemSlot } from "./notice.js";
import { takeSuggestion } from "./session.js";
import { currentTurn, state, watch } from "./store.js";

/** Draws them into `root`. */
export function mountSuggestions(root) {
  const problems = problemSlot();
  const list = el("ol", { class: "suggestions", "aria-labelledby": "suggestions-title" });
  const title = el("h3", { id: "suggestions-title", class: "quiet-title" }, "Fits your data");
  const none = el("p", { class: "notice", role: "status", id: "nothing-fits" });
  fill(root, title, list, none, problems.node);
  watch(["charts", "session", "suggestions", "turns"], () => {
    const known = state.suggestions
      .map((suggestion) => ({ suggestion, chart: state.charts.find(({ id }) => id === suggestion.chart) }))
      .filter(({ chart }) => chart);
    const dataset = known.length === 0 && !state.session?.chart && state.session?.dataset;
    none.hidden = !dataset;
    none.textContent = dataset ? lacking(dataset.profile, dataset.preview.total_rows) : "";
    title.hidden = list.hidden = known.length === 0;
    root.hidden = known.length === 0 && !dataset;
    redraw(
      list,
      known.map(({ suggestion, chart }) => el("li", {}, choice(chart, suggestion, problems))),
    );
  });
}

function choice(chart, suggestion, problems) {
  const click = () => state.session?.chart !== chart.id && problems.guard(() => takeSuggestion(suggestion));
  return el(
    "button",
    {
      type: "button",
      class: "suggestion",
      id: `suggested-${chart.id}`,
      "aria-pressed": String(state.session?.chart === chart.id),
      disabled: Boolean(currentTurn()),
      on: { click },
    },
    glyph(chart.id, chart.tags),
    el("span", { class: "suggestion-words" }, el("strong", {}, chart.title), el("span", { class: "why" }, suggestion.why)),
  );
}
