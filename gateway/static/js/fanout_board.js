/** The board of a fan-out: a card for each library, with where it stands and, in the end, its picture. */

import { el, fill } from "./dom.js";
import { currentFanout, hideFanout, stopFanout } from "./fanouts.js";
import { icon } from "./icons.js";
import { librariesIn } from "./libraries.js";
import { memberCard } from "./member_card.js";
import { problemBox, problemSlot } from "./notice.js";
import { state, watch } from "./store.js";

/** Draws it into `root`. */
export function mountBoard(root) {
  let shown = null; // the fan-out that is drawn, and its view
  let view = null;
  watch(["fanouts", "sessionId", "charts"], () => {
    const fanout = currentFanout();
    root.hidden = !fanout || fanout.members.length === 0;
    if (root.hidden) {
      shown = null;
      return fill(root);
    }
    if (fanout !== shown?.fanout || fanout.members !== shown.members) {
      view = boardView(fanout);
      shown = { fanout, members: fanout.members };
      fill(root, view.node);
      if (fanout.parent === state.sessionId) root.scrollIntoView({ block: "nearest" });
    }
    return view.draw();
  });
}

/** `{node, draw}`: the cards stay, so that no picture is loaded twice. */
function boardView(fanout) {
  const problems = problemSlot();
  const sum = el("span", { class: "fact", role: "status" });
  const cards = fanout.members.map((member) => memberCard(member, problems));
  const stopAll = () => problems.guard(() => stopFanout(fanout));
  const stop = el(
    "button",
    { type: "button", class: "stop small", id: "stop-fanout", on: { click: stopAll } },
    icon("stop"),
    "Stop all",
  );
  const hide = el(
    "button",
    {
      type: "button",
      class: "quiet small",
      title: "The plots stay in the list of sessions",
      on: { click: () => hideFanout(fanout) },
    },
    icon("close"),
    "Hide",
  );
  const back = el("a", { class: "button small", href: `#s=${fanout.parent}` }, icon("back"), "Back to the first session");
  const trouble = el("div", { class: "slot" });
  const list = el(
    "ul",
    { class: "board", "aria-label": "Plots" },
    cards.map((card) => card.node),
  );
  const body = el("details", { class: "board-fold", open: true });
  fill(
    body,
    el("summary", { class: "card-head" }, el("h2", { id: "board-title" }, title(fanout)), sum),
    el("div", { class: "actions board-tools" }, back, stop, hide),
    trouble,
    problems.node,
    list,
  );

  function draw() {
    for (const card of cards) card.draw();
    const running = fanout.phase !== "ended";
    stop.hidden = !running;
    stop.disabled = fanout.stopping;
    hide.hidden = running;
    const inMember = fanout.parent !== state.sessionId;
    back.hidden = !inMember;
    list.classList.toggle("strip", inMember); // the plot that was opened is what matters then
    const words = summary(fanout);
    if (sum.textContent !== words) sum.textContent = words;
    if (fanout.problem && !trouble.hasChildNodes()) fill(trouble, problemBox(fanout.problem));
  }

  return { node: el("article", { class: "card" }, body), draw };
}

function title({ chart, members }) {
  const name = state.charts.find(({ id }) => id === chart)?.title ?? chart;
  return `${name} in ${librariesIn(members.length)}`;
}

function summary({ members }) {
  const drawn = members.filter(({ plot }) => plot?.version).length;
  const ended = members.filter(({ outcome }) => outcome).length;
  const parts = [`${drawn} of ${members.length} drawn`];
  if (ended > drawn) parts.push(`${ended - drawn} without a picture`);
  if (ended < members.length) parts.push(`${members.length - ended} to come`);
  return parts.join(", ");
}
