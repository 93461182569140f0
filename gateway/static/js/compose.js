/** The message box: a change in words. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { currentTurn, state, watch } from "./store.js";
import { settled } from "./session.js";
import { MESSAGE_LIMIT } from "./text_size.js";
import { sendMessage } from "./turns.js";

const IDEAS = ["Title: First results", "Log scale on y", "Legend on the right"];

/** Draws it into `root`. */
export function mountCompose(root) {
  const box = el("textarea", {
    id: "message",
    rows: 1,
    "aria-describedby": "message-hint",
    placeholder: "Ask for a change, such as “log scale on y”",
    on: { input: measure, keydown },
  });
  const hint = el("p", { class: "hint", id: "message-hint" });
  const send = el("button", { type: "submit", class: "primary square", "aria-label": "Send" }, icon("send"));
  const ideas = el("div", { class: "ideas", role: "group", "aria-label": "Ideas" });
  const form = el(
    "form",
    { on: { submit } },
    el("label", { for: "message", class: "visually-hidden" }, "Message"),
    box,
    send,
  );

  function measure() {
    const length = [...box.value].length;
    const over = length > MESSAGE_LIMIT;
    const busy = Boolean(currentTurn());
    hint.textContent = over
      ? `${length} of ${MESSAGE_LIMIT} characters: shorten it by ${length - MESSAGE_LIMIT}.`
      : length > MESSAGE_LIMIT * 0.9
        ? `${length} of ${MESSAGE_LIMIT} characters`
        : "";
    box.setAttribute("aria-invalid", String(over));
    send.disabled = over || busy || box.value.trim() === "";
  }

  function keydown(event) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  }

  async function submit(event) {
    event.preventDefault();
    measure();
    if (send.disabled) return;
    await settled();
    const text = box.value.trim();
    box.value = "";
    sendMessage(text);
  }

  function idea(text) {
    const click = () => {
      box.value = text;
      measure();
      box.focus();
    };
    return el("button", { type: "button", class: "small", on: { click } }, text);
  }

  fill(root, ideas, form, hint);
  watch(["session", "turns"], () => {
    const { session } = state;
    root.hidden = !session;
    fill(ideas, session?.versions.length === 1 && IDEAS.map(idea));
    measure();
  });
}
