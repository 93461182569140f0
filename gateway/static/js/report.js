/** The report: how the text was read, with the evidence, and one click for every decision that could be otherwise. */

import { el } from "./dom.js";
import { problemSlot } from "./notice.js";
import { setReading } from "./session.js";

/** What should be checked, in view; everything else in a fold. */
export function reportView(report) {
  const problems = problemSlot();
  const [doubtful, settled] = [true, false].map((ambiguous) =>
    report.filter(({ certainty }) => (certainty === "ambiguous") === ambiguous),
  );
  const rows = (decisions) =>
    el(
      "dl",
      { class: "decisions" },
      decisions.map((decision) => row(decision, problems)),
    );
  return [
    doubtful.length > 0 &&
      el("section", { class: "notice warning report" }, el("h3", {}, "Please check"), rows(doubtful)),
    problems.node,
    settled.length > 0 &&
      el("details", { class: "report" }, el("summary", {}, "How the table was read"), rows(settled)),
  ];
}

function row(decision, problems) {
  const { subject, chosen, evidence, certainty, alternatives } = decision;
  return el(
    "div",
    { class: `decision ${certainty}` },
    el("dt", {}, subjectWords(subject)),
    el(
      "dd",
      {},
      el("strong", {}, chosen),
      certainty === "likely" && el("span", { class: "badge" }, "likely"),
      el("span", { class: "evidence" }, evidence),
      alternatives.length > 0 &&
        el(
          "span",
          { class: "flips" },
          alternatives.map((choice) => flip(subject, choice, problems)),
        ),
    ),
  );
}

function flip(subject, choice, problems) {
  const click = () => problems.guard(() => setReading(subject, choice));
  const label = `Use ${choice} for ${subjectWords(subject)}`;
  return el(
    "button",
    { type: "button", class: "small", id: `flip-${subject}-${choice}`, "aria-label": label, on: { click } },
    `Use ${choice}`,
  );
}

function subjectWords(subject) {
  const [what, column] = subject.split(/:(.*)/s);
  const words = what.replaceAll("_", " ");
  return `${words[0].toUpperCase()}${words.slice(1)}${column ? ` of ${column}` : ""}`;
}
