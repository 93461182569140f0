/** The conversation: the server's transcript, and what this window knows beyond it. */

import { el, fill } from "./dom.js";
import { state, update, watch } from "./store.js";

/** Draws it into `root`. */
export function mountTalk(root) {
  const lines = el("ol", { class: "lines", role: "log", "aria-label": "Conversation" });
  let shown = 0;
  fill(root, el("h2", { id: "talk-title", class: "quiet-title" }, "Conversation"), lines);
  watch(["session", "sessionId", "remarks", "turns"], () => {
    const said = [...(state.session?.transcript ?? []), ...(state.remarks.get(state.sessionId) ?? [])];
    root.hidden = said.length === 0;
    fill(lines, said.map(line));
    if (said.length > shown && shown > 0 && !said.at(-1).version)
      lines.lastElementChild.scrollIntoView({ block: "nearest" });
    shown = said.length;
  });
}

function line({ who, text, version, kind }) {
  const mine = who === "user";
  const refused = kind === "refusal";
  return el(
    "li",
    { class: `line ${mine ? "mine" : "theirs"}${refused ? " refused" : ""}` },
    el("span", { class: "visually-hidden" }, mine ? "You: " : refused ? "Plotlane declines: " : "Plotlane: "),
    el("span", { class: "said" }, text),
    version > 0 &&
      el(
        "button",
        { type: "button", class: "link", on: { click: () => update({ shown: version }) } },
        `Version ${version}`,
      ),
  );
}
