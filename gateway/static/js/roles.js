/** The roles: a dropdown for each input of the chart; families grow. */

import { typeWord, typeWords } from "./column_type.js";
import { el, fill, redraw } from "./dom.js";
import { icon } from "./icons.js";
import { problemSlot } from "./notice.js";
import { setRole } from "./session.js";
import { currentTurn, state, watch } from "./store.js";

/** Draws the roles into `root`. */
export function mountRoles(root) {
  const problems = problemSlot();
  const body = el("div", { class: "roles" });
  const choose = (role, columns) => problems.guard(() => setRole(role.name, columns.filter(Boolean)));

  function draw() {
    const { session } = state;
    if (!session?.roles?.length || !session.dataset) {
      fill(body, el("p", { class: "hint" }, "The chart's columns are chosen here once there are data and a chart."));
      return;
    }
    const bindings = state.refusedBindings ?? session.bindings.bindings;
    redraw(
      body,
      session.roles.map((role) => field(role, bindings, choose)),
    );
  }

  fill(root, el("div", { class: "card-head" }, el("h2", { id: "roles-title" }, "Columns")), body, problems.node);
  watch(["session", "turns", "refusedBindings"], () => {
    if (!state.refusedBindings) problems.clear();
    draw();
  });
}

function field(role, bindings, choose) {
  const mine = bindings.filter((binding) => binding.role === role.name).map((binding) => binding.column);
  const set = (columns) => choose(role, columns);
  const missing = state.session.bindings.missing_roles.includes(role.name);
  return el(
    "fieldset",
    { class: missing ? "role missing-role" : "role", disabled: Boolean(currentTurn()) },
    el("legend", {}, role.title, !role.required && el("span", { class: "optional" }, " optional")),
    role.family ? family(role, mine, set) : dropdown(role, mine[0] ?? "", 0, (column) => set([column])),
    el("p", { class: "hint" }, missing ? `Needed: choose a ${typeWords(role.types)} column.` : role.description),
  );
}

function family(role, mine, set) {
  const rows = mine.length ? mine : [""];
  const least = role.required ? Math.max(1, role.min ?? 1) : (role.min ?? 0);
  return [
    rows.map((column, at) =>
      el(
        "div",
        { class: "member" },
        dropdown(role, column, at, (chosen) => set(mine.length ? mine.with(at, chosen) : [chosen])),
        mine.length > least && removal(role, column, () => set(mine.toSpliced(at, 1))),
      ),
    ),
    mine.length > 0 && mine.length < (role.max || Infinity) && addition(role, mine, set),
  ];
}

function removal(role, column, click) {
  return el(
    "button",
    { type: "button", class: "quiet square", "aria-label": `Remove ${column} from ${role.title}`, on: { click } },
    icon("close"),
  );
}

function addition(role, mine, set) {
  const taken = new Set(mine);
  const next = fitting(role).find((column) => !taken.has(column.name));
  if (!next) return null;
  const click = () => set([...mine, next.name]);
  return el(
    "button",
    { type: "button", class: "small", id: `add-${role.name}`, on: { click } },
    icon("plus"),
    "Add column",
  );
}

function dropdown(role, value, at, set) {
  const fits = fitting(role);
  const rest = state.session.dataset.profile.filter((column) => !fits.includes(column));
  const label = at ? `${role.title} ${at + 1}` : role.title;
  return el(
    "select",
    { id: `role-${role.name}-${at}`, "aria-label": label, value, on: { change: (event) => set(event.target.value) } },
    el("option", { value: "" }, role.required ? "Choose a column" : "None"),
    fits.map((column) => el("option", { value: column.name }, named(column))),
    rest.length > 0 &&
      el(
        "optgroup",
        { label: `Other types (needs ${typeWords(role.types)})` },
        rest.map((column) => el("option", { value: column.name }, `${named(column)} – ${typeWord(column.type)}`)),
      ),
  );
}

function fitting(role) {
  return state.session.dataset.profile.filter((column) => role.types.includes(column.type));
}

function named({ name, unit }) {
  return unit && !name.includes(unit) ? `${name} (${unit})` : name;
}
