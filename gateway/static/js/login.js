/** The token box, shown when the services ask who is there. */

import { call } from "./api.js";
import { el, fill } from "./dom.js";
import { problemSlot } from "./notice.js";
import { state } from "./store.js";

const HINTS = {
  tokens:
    "This Plotlane knows its users by token. Ask its operator for yours; this browser then stays signed in for 30 days.",
  oidc: "This Plotlane knows its users by the ID token of their identity provider. You stay signed in until the token ends.",
};

/** Shows the box in `root`; `ways` are those of `signedOut`; `entered` is called when a token was taken. */
export function showLogin(root, ways, entered) {
  const problems = problemSlot();
  const wasGuest = state.status?.identity === "anonymous";
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
    if (!done) token.select();
    else if (wasGuest) location.replace("/"); // what the guest had open is another user's now
    else entered();
  };
  // A token that has ended would be refused again and again: a guest carries none.
  const goOn = async () => {
    if (await problems.guard(() => call("POST", "/v1/logout", {}))) location.reload();
  };
  fill(
    root,
    el(
      "form",
      { class: "card", on: { submit } },
      el("h2", {}, "Sign in"),
      el("p", { class: "hint" }, HINTS[ways.sign_in] ?? HINTS.tokens),
      el("label", { for: "token" }, "Token"),
      token,
      problems.node,
      el(
        "div",
        { class: "actions" },
        el("button", { type: "submit", class: "primary" }, "Sign in"),
        ways.guests === "yes" &&
          el("button", { type: "button", class: "quiet", on: { click: goOn } }, "Go on as a guest"),
      ),
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
