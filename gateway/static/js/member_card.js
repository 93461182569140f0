/** The card of one member of a fan-out: its library, where it stands, its picture, and the way into its session. */

import { artifactUrl } from "./api.js";
import { el, fill } from "./dom.js";
import { stopMember } from "./fanouts.js";
import { icon } from "./icons.js";
import { explain } from "./problems.js";
import { state } from "./store.js";
import { blockedWords, queueWords, stepWords } from "./steps.js";

/** `{node, draw}`; `problems` shows why one could not be stopped. */
export function memberCard(member, problems) {
  const { library, sessionId } = member;
  const place = el("div", { class: "member-picture" });
  const words = el("p", { class: "hint" });
  const badge = el("span", { class: "badge attention" }, "Needs a look");
  const stop = el(
    "button",
    { type: "button", class: "quiet square small", "aria-label": `Stop ${library}`, on: { click } },
    icon("stop"),
  );
  const open = el("a", { class: "member-open", href: `#s=${sessionId}` }, library);
  let pictured = 0;

  function click() {
    stop.disabled = true;
    return problems.guard(() => stopMember(member)).finally(() => (stop.disabled = false));
  }

  function draw() {
    const version = member.plot?.version;
    if (version && pictured !== version.number) {
      pictured = version.number;
      fill(place, picture(member, version));
    }
    node.dataset.state = version ? "drawn" : member.outcome ? "ended" : member.step ? "working" : "waiting";
    const said = standing(member);
    if (words.textContent !== said) words.textContent = said;
    badge.hidden = version?.status !== "needs_attention";
    stop.hidden = Boolean(member.outcome);
    if (state.sessionId === sessionId) open.setAttribute("aria-current", "true");
    else open.removeAttribute("aria-current");
  }

  const node = el(
    "li",
    { class: "member-card", "data-library": library },
    place,
    el("div", { class: "member-head" }, open, badge, stop),
    words,
  );
  return { node, draw };
}

function picture({ library, sessionId }, { number, width_px: width, height_px: height, theme, chart }) {
  const src = artifactUrl(sessionId, `plot-${theme}.png`, number);
  return el("img", { src, width, height, alt: `${chart} drawn with ${library}` });
}

/** Where it stands, as a few words. */
function standing({ step, plot, problem, outcome }) {
  if (plot?.version) return `Drawn in ${plot.cost.render_s.toFixed(1)} s`;
  if (outcome === "cancelled") return "Stopped";
  if (problem) return explain(problem).text;
  if (plot) return plot.detail || "There is no picture.";
  if (outcome) return "There is no picture.";
  if (!step) return "Asked for";
  if (step.blocked) return blockedWords(step.blocked);
  return step.step === "queued" ? queueWords(step) : stepWords(step.step);
}
