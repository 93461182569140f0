/** The reaction: what the user thinks of a version, in a click and, if they like, in words; the data go along only on a tick. */

import { call, sessionPath } from "./api.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { problemSlot } from "./notice.js";
import { state } from "./store.js";
import { MESSAGE_LIMIT } from "./text_size.js";

const given = new Map(); // "session version" -> the reaction that was sent from this window
const QUESTIONS = {
  up: "What is good about it?",
  down: "What should be better?",
};

/** The question below a picture. */
export function reactionView(version) {
  const { sessionId } = state;
  const key = `${sessionId} ${version.number}`;
  const problems = problemSlot();
  const thanks = el("p", { class: "hint", role: "status" });
  const body = el("div");
  const buttons = ["up", "down"].map((reaction) => thumb(reaction, () => open(reaction)));
  const question = el("p", { id: "reaction-title" }, "Is this the plot that you wanted?");

  function mark(reaction) {
    for (const [at, each] of ["up", "down"].entries()) buttons[at].setAttribute("aria-pressed", String(each === reaction));
  }

  function open(reaction) {
    mark(reaction);
    thanks.textContent = "";
    problems.clear();
    fill(body, form(reaction, { send: (said) => send(reaction, said), close }));
    body.querySelector("textarea").focus({ preventScroll: true });
    body.scrollIntoView({ block: "nearest" });
  }

  function close() {
    fill(body);
    mark(given.get(key));
    buttons[0].focus({ preventScroll: true });
  }

  async function send(reaction, said) {
    const wish = { version: version.number, reaction, ...said };
    if (!(await problems.guard(() => call("POST", sessionPath(sessionId, "feedback"), wish)))) return;
    given.set(key, reaction);
    close();
    thanks.textContent = said.include_data
      ? "Thank you. It is kept with the data, so that this plot can be tried again. Send another one to replace it."
      : "Thank you. It is kept without any of your data. Send another one to replace it.";
  }

  mark(given.get(key));
  return el(
    "section",
    { class: "reaction", "aria-labelledby": "reaction-title" },
    el("div", { class: "reaction-row" }, question, buttons),
    body,
    problems.node,
    thanks,
  );
}

function thumb(reaction, click) {
  const words = reaction === "up" ? "Yes" : "No";
  return el("button", { type: "button", class: "small", id: `reaction-${reaction}`, on: { click } }, icon(reaction), words);
}

function form(reaction, { send, close }) {
  const text = el("textarea", { id: "reaction-text", rows: 2, maxlength: MESSAGE_LIMIT });
  const data = el("input", { type: "checkbox", class: "tick", id: "reaction-data" });
  const submit = (event) => {
    event.preventDefault();
    send({ text: text.value.trim(), include_data: data.checked });
  };
  const keydown = (event) => event.key === "Escape" && close();
  return el(
    "form",
    { class: "reaction-form", on: { submit, keydown } },
    el("label", { for: "reaction-text" }, QUESTIONS[reaction], el("span", { class: "optional" }, " optional")),
    text,
    el("label", { class: "ticked", for: "reaction-data" }, data, "My table may be kept with it, so that this plot can be tried again"),
    el(
      "p",
      { class: "hint" },
      "Whoever runs this Plotlane can read what is kept: your words, the chart, the library and what the checks said; ",
      "with the tick also the table and the settings, else no name and no value of it. Deleting the session keeps it.",
    ),
    el(
      "div",
      { class: "actions" },
      el("button", { type: "submit", class: "primary" }, "Send"),
      el("button", { type: "button", class: "quiet", on: { click: close } }, "Cancel"),
    ),
  );
}
