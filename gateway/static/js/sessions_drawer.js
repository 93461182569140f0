/** The drawer of sessions: open (in this window or, as every link, in another), start, delete. */

import { call, signedOut } from "./api.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { problemSlot } from "./notice.js";
import { counted, duration } from "./problems.js";
import { deleteSession, reloadSessions } from "./session.js";
import { state, watch } from "./store.js";

const drawer = document.getElementById("drawer");
const problems = problemSlot();
let doomed = null; // the session whose deletion waits for a yes

/** Builds the drawer once. */
export function mountDrawer() {
  const list = el("ul", { class: "sessions" });
  const note = el("p", { class: "hint" });
  const leave = el(
    "button",
    { type: "button", class: "quiet", on: { click: () => problems.guard(signOut) } },
    "Sign out",
  );
  fill(
    drawer,
    el(
      "div",
      { class: "drawer-head" },
      el("h2", { id: "drawer-title" }, "Sessions"),
      el(
        "button",
        { type: "button", class: "quiet square", "aria-label": "Close", on: { click: () => drawer.close() } },
        icon("close"),
      ),
    ),
    el("a", { class: "button wide", href: "#", on: { click: () => drawer.close() } }, icon("plus"), "New session"),
    problems.node,
    list,
    note,
    leave,
  );
  drawer.addEventListener("click", (event) => event.target === drawer && drawer.close());
  watch(["sessions", "sessionId", "charts"], () => drawList(list));
  const enter = el("button", { type: "button", class: "quiet", on: { click: signIn } }, "Sign in");
  drawer.append(enter);
  watch(["status"], () => {
    const { identity, sign_in: way } = state.status ?? {};
    leave.hidden = identity !== "tokens" && identity !== "oidc";
    enter.hidden = !way;
  });
  watch(["session"], () => {
    const limit = state.session?.idle_limit_s;
    note.textContent = limit ? `Sessions are deleted after ${duration(limit)} without use.` : "";
  });
}

async function signOut() {
  await call("POST", "/v1/logout", {});
  location.replace("/");
}

// Who works as a guest is asked as who was signed out is.
function signIn() {
  drawer.close();
  signedOut({ sign_in: state.status.sign_in, guests: "yes" });
}

/** Opens it and fetches the list. */
export function openDrawer() {
  doomed = null;
  drawer.showModal();
  problems.guard(reloadSessions);
}

function drawList(list) {
  const rows = state.sessions.map((session) =>
    el("li", {}, doomed === session.session_id ? question(session, list) : row(session, list)),
  );
  fill(
    list,
    rows.length
      ? rows
      : el("li", { class: "hint" }, "No sessions yet. The first one begins when you use data or choose a chart."),
  );
}

function row(session, list) {
  const ask = () => {
    doomed = session.session_id;
    drawList(list);
    list.querySelector(".danger").focus();
  };
  return [
    el(
      "a",
      {
        href: `#s=${session.session_id}`,
        "aria-current": session.session_id === state.sessionId && "true",
        on: { click: (event) => !event.ctrlKey && !event.metaKey && drawer.close() },
      },
      el("strong", {}, titleOf(session)),
      el(
        "span",
        { class: "hint" },
        [counted(session.versions, "version"), age(session), session.busy && "busy"].filter(Boolean).join(" · "),
      ),
    ),
    el(
      "button",
      {
        type: "button",
        class: "quiet square",
        "aria-label": `Delete ${titleOf(session)}, ${age(session)}`,
        on: { click: ask },
      },
      icon("bin"),
    ),
  ];
}

function question(session, list) {
  const keep = () => {
    doomed = null;
    drawList(list);
  };
  const remove = () =>
    problems.guard(async () => {
      await deleteSession(session.session_id);
      doomed = null;
      if (session.session_id === state.sessionId) location.hash = "";
    });
  return el(
    "div",
    { class: "question", role: "group", "aria-label": "Delete this session?" },
    el(
      "p",
      {},
      `Delete “${titleOf(session)}” with its data and ${counted(session.versions, "version")}? This cannot be undone.`,
    ),
    el("button", { type: "button", class: "danger", on: { click: remove } }, "Delete"),
    el("button", { type: "button", class: "quiet", on: { click: keep } }, "Keep"),
  );
}

function titleOf(session) {
  return state.charts.find((chart) => chart.id === session.chart)?.title ?? (session.chart || "No chart yet");
}

function age({ updated_at: updated }) {
  const seconds = Date.now() / 1000 - moment(updated);
  return seconds < 60
    ? "just now"
    : seconds < 86_400
      ? `${duration(seconds)} ago`
      : new Date(moment(updated) * 1000).toLocaleDateString();
}

function moment(time) {
  return typeof time === "number" ? time : Date.parse(time) / 1000;
}
