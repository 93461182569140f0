/** The token box, shown when the services ask who is there. */

import { call } from "./api.js";
import { el, fill } from "./dom.js";
import { problemSlot } from "./notice.js";

/** Shows the box in `root`; `entered` is called when a token was taken. */
export function showLogin(root, entered) {
  const problems = problemSlot();
  const token = el("input", {
    id: "token",
    type: "password",
    autocomplete: "current-password",
    required: true,
    spellcheck: "false",
  });
  const submit = async (event) => {
    event.preventDefault();
    const done = await problems.guard(() => call("POST", "/v1/login", { token: token.value.trim() }).catch(asRefused));
    if (done) entered();
    else token.select();
  };
  fill(
    root,
    el(
      "form",
      { class: "card", on: { submit } },
      el("h2", {}, "Sign in"),
      el(
        "p",
        { class: "hint" },
        "This Plotlane knows its users by token. Ask its operator for yours; this browser then stays signed in for 30 days.",
      ),
      el("label", { for: "token" }, "Token"),
      token,
      problems.node,
      el("button", { type: "submit", class: "primary" }, "Sign in"),
    ),
  );
  token.focus();
}

function asRefused(error) {
  if (error.code === "unauthenticated") {
    error.code = "invalid";
    error.message = "This token is not known here. Check that it is complete, or ask the operator for a new one.";
  }
  throw error;
}
