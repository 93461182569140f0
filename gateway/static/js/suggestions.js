/** The suggestions: charts that fit the data, best first, each with its reason; one click takes it. */

import { el, fill, redraw } from "./dom.js";
import { glyph } from "./glyphs.js";
import { problemSlot } from "./notice.js";
import { setChart } from "./session.js";
import { currentTurn, state, watch } from "./store.js";

/** Draws them into `root`. */
export function mountSuggestions(root) {
  const problems = problemSlot();
  const list = el("ol", { class: "suggestions", "aria-labelledby": "suggestions-title" });
  fill(root, el("h3", { id: "suggestions-title", class: "quiet-title" }, "Fits your data"), list, problems.node);
  watch(["charts", "session", "suggestions", "turns"], () => {
    const known = state.suggestions
      .map(({ chart: id, why }) => ({ chart: state.charts.find((chart) => chart.id === id), why }))
      .filter(({ chart }) => chart);
    root.hidden = known.length === 0;
    redraw(
      list,
      known.map(({ chart, why }) => el("li", {}, choice(chart, why, problems))),
    );
  });
}

function choice(chart, why, problems) {
  const click = () => state.session?.chart !== chart.id && problems.guard(() => setChart(chart.id));
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
    el("span", { class: "suggestion-words" }, el("strong", {}, chart.title), el("span", { class: "why" }, why)),
  );
}
