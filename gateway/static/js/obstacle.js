/** The obstacle: why no plot can be made now. */

import { currentChart, currentTurn, state } from "./store.js";

/** What to do first, as a sentence; empty when a plot can be made. */
export function obstacle() {
  const { session } = state;
  if (currentTurn()) return "One thing at a time: wait until it is done, or stop it.";
  if (!session?.dataset) return "Add data first.";
  if (!currentChart()) return "Choose a chart.";
  if (state.refusedBindings) return "Correct the columns first.";
  const missing = session.bindings?.missing_roles ?? [];
  if (missing.length === 0) return "";
  const titles = missing.map((name) => session.roles.find((role) => role.name === name)?.title ?? name);
  return `Choose a column for ${titles.join(" and ")}.`;
}
