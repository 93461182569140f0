/** The result: the version on display with its picture, files, code, changes, notes, cost, and the way to older ones. */

import { artifactUrl } from "./api.js";
import { codeView } from "./code_view.js";
import { el, fill } from "./dom.js";
import { glyph } from "./glyphs.js";
import { icon } from "./icons.js";
import { obstacle } from "./obstacle.js";
import { pictureView } from "./picture.js";
import { counted } from "./problems.js";
import { reactionView } from "./reaction.js";
import { currentTurn, state, update, watch } from "./store.js";

/** Draws it into `root`. */
export function mountResult(root) {
  let drawn = "";
  watch(["session", "sessionId", "shown", "charts", "turns", "refusedBindings"], () => {
    const versions = state.session?.versions ?? [];
    const version = versions.find((one) => one.number === state.shown) ?? versions.at(-1);
    root.hidden = !version && Boolean(currentTurn());
    const key = version
      ? `${state.sessionId} ${version.number} ${versions.length} ${state.charts.length}`
      : `empty ${Boolean(state.session?.dataset)} ${obstacle()}`;
    if (key === drawn) return; // a redraw would load the picture again
    drawn = key;
    fill(root, version ? card(version, versions) : invitation(Boolean(state.session?.dataset)));
    if (state.turns.get(state.sessionId)?.plot?.version?.number === version?.number && version)
      root.scrollIntoView({ block: "start" });
  });
}

function card(version, versions) {
  const title = chartTitle(version);
  return el(
    "article",
    { class: "card result" },
    el(
      "div",
      { class: "card-head" },
      el("h2", { id: "result-title" }, title),
      el("span", { class: "fact" }, `Version ${version.number}`),
      version.status === "needs_attention" && el("span", { class: "badge attention" }, "Needs a look"),
    ),
    versions.length > 1 && versionList(version, versions),
    findings(
      version.findings.filter((finding) => finding.severity !== "note"),
      "What to look at",
    ),
    pictureView(version, altText(version, title), files(version)),
    el(
      "div",
      { class: "about" },
      changes(version),
      findings(
        version.findings.filter((finding) => finding.severity === "note"),
        "Notes",
      ),
      cost(version),
    ),
    codeView(version),
    reactionView(version),
  );
}

function versionList(shown, versions) {
  const button = ({ number, chart }) =>
    el(
      "button",
      {
        type: "button",
        class: "small",
        "aria-pressed": String(number === shown.number),
        title: `Version ${number}: ${chart}`,
        on: { click: () => update({ shown: number }) },
      },
      `Version ${number}`,
    );
  return el("div", { class: "versions", role: "group", "aria-label": "Versions" }, versions.toReversed().map(button));
}

function files(version) {
  const has = (name) => version.artifacts.some((artifact) => artifact.name === name);
  const link = (name, label) =>
    el(
      "a",
      { class: "button", href: artifactUrl(state.sessionId, name, version.number), download: name },
      icon("download"),
      label,
    );
  return [
    has("plot.py") && link("plot.py", "plot.py"),
    has("data.csv") && link("data.csv", "data.csv"),
    has("plot.py") && has("data.csv") && link("data-spreadsheet.csv", "Spreadsheet CSV"), // made when it is asked for
    version.artifacts.length > 0 && link("bundle.zip", "All files (.zip)"), // likewise
  ];
}

function changes({ changes: lines }) {
  return (
    lines.length > 0 &&
    el(
      "section",
      {},
      el("h3", {}, "What changed"),
      el(
        "ul",
        {},
        lines.map((line) => el("li", {}, line)),
      ),
    )
  );
}

function findings(list, title) {
  const item = ({ severity, message, suggestion }) =>
    el("li", { class: severity }, message, suggestion && el("span", { class: "hint" }, ` ${suggestion}`));
  const className = title === "Notes" ? null : "notice warning";
  return list.length > 0 && el("section", { class: className }, el("h3", {}, title), el("ul", {}, list.map(item)));
}

function cost({ cost: spent, library, width_px: width, height_px: height }) {
  if (!spent) return null;
  const parts = [
    library,
    `${width} × ${height} px`,
    `drawn in ${spent.render_s.toFixed(1)} s`,
    spent.queue_s >= 0.1 && `${spent.queue_s.toFixed(1)} s in the queue`,
    spent.model_calls ? `${counted(spent.model_calls, "model call")}, ${spent.tokens} tokens` : "no model used",
  ];
  return el("p", { class: "cost" }, parts.filter(Boolean).join(" · "));
}

function chartTitle(version) {
  return state.charts.find((chart) => chart.id === version.chart)?.title ?? version.chart;
}

function altText(version, title) {
  const roles = new Map();
  for (const { role, column } of version.bindings ?? []) roles.set(role, [...(roles.get(role) ?? []), column]);
  const columns = [...roles].map(([role, names]) => `${role}: ${names.join(", ")}`).join("; ");
  const heading = typeof version.options?.title === "string" ? ` titled “${version.options.title}”` : "";
  return `${title}${heading}, version ${version.number}${columns ? `; ${columns}` : ""}`;
}

function invitation(hasData) {
  const step = (title, text) => el("li", {}, el("strong", {}, title), " ", text);
  return el(
    "div",
    { class: "invitation" },
    el("div", { class: "invitation-glyphs" }, ["scatter", "line", "violin"].map((id) => glyph(id))),
    el("h2", { id: "result-title" }, hasData ? (obstacle() ? "One thing is missing" : "Ready when you are") : "From a table to a figure"),
    hasData
      ? el("p", {}, `${obstacle() || "Check the chart and its columns."} Then press “Create plot”; the picture appears here.`)
      : [
          el("p", {}, "A figure for your paper, with the code and the data that make it again."),
          el(
            "ol",
            {},
            step("Paste a table.", "Units, decimal commas and dates are read as you wrote them."),
            step("Choose a chart.", "Those that fit your data come first."),
            step("Create the plot.", "Then ask for changes in plain words."),
          ),
          el("p", { class: "hint" }, "No data at hand? “Example data” beside the paste box fills it in."),
        ],
  );
}
