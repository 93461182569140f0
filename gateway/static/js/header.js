/** The header: name, how busy the house is, the sessions, the appearance. */

import { appearance, nextAppearance } from "./appearance.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { openDrawer } from "./sessions_drawer.js";
import { state, watch } from "./store.js";

const LOOKS = { system: "as the system", light: "light", dark: "dark" };

/** Draws the header into `root`. */
export function mountHeader(root) {
  const status = el("p", { class: "house", "aria-label": "Status" });
  const sessions = el(
    "button",
    { type: "button", class: "quiet", id: "open-sessions", on: { click: openDrawer } },
    icon("sessions"),
    "Sessions",
  );
  fill(
    root,
    el("h1", { class: "name" }, icon("mark"), "Plotlane"),
    status,
    el("div", { class: "top-tools" }, sessions, lookButton()),
  );
  watch(["status"], () => {
    fill(
      status,
      facts(state.status).map((fact) => el("span", {}, fact)),
    );
    sessions.hidden = !state.status;
  });
}

function facts(status) {
  if (!status) return [];
  const { tier, user_runs: mine, user_max_runs: most, waiting, provider } = status;
  return [
    tier[0].toUpperCase() + tier.slice(1),
    most ? `${mine} of ${most} runs in use` : `${mine} running`,
    waiting ? `${waiting} waiting` : "no queue",
    provider === "offline" ? "offline, no model" : `model: ${provider}`,
  ];
}

function lookButton() {
  const button = el("button", { type: "button", class: "quiet square", on: { click: () => draw(nextAppearance()) } });
  const draw = (look) => {
    const words = `Appearance: ${LOOKS[look]}`;
    button.setAttribute("aria-label", words);
    button.title = words;
    fill(button, icon(look));
  };
  draw(appearance());
  return button;
}
