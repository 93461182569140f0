/** The button: creates the plot, in the theme that is chosen beside it: that of the page until another is. */

import { look, watchLook } from "./appearance.js";
import { el, fill } from "./dom.js";
import { obstacle } from "./obstacle.js";
import { settled } from "./session.js";
import { currentTurn, watch } from "./store.js";
import { themeSwitch } from "./theme_switch.js";
import { createPlot } from "./turns.js";

/** Draws it into `root`. */
export function mountCreate(root) {
  const hint = el("p", { class: "hint", id: "create-hint" });
  let chosen = false;
  const theme = themeSwitch("create-theme", "Theme of the plot", () => (chosen = true));
  theme.set(look());
  watchLook((seen) => chosen || theme.set(seen));
  const button = el(
    "button",
    { type: "button", class: "primary big", id: "create-plot", "aria-describedby": "create-hint", on: { click } },
    "Create plot",
  );

  async function click() {
    if (obstacle() !== "") return;
    await settled(); // an option that was typed last counts
    if (obstacle() !== "") return;
    createPlot(theme.value());
    const outcome = document.getElementById("outcome");
    if (outcome.getBoundingClientRect().top > window.innerHeight * 0.6) outcome.scrollIntoView();
  }

  fill(root, hint, el("div", { class: "create-row" }, theme.node, button));
  watch(["session", "charts", "turns", "refusedBindings"], () => {
    const why = obstacle();
    hint.textContent = why;
    button.setAttribute("aria-disabled", String(why !== ""));
    button.textContent = currentTurn() ? "Working…" : "Create plot";
  });
}
