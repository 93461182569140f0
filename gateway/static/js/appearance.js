/** Appearance: light, dark, or as the system says; remembered in this browser. */

const KEY = "plotlane-appearance";
const ORDER = ["system", "light", "dark"];
const root = document.documentElement;

/** What is chosen now. */
export function appearance() {
  return root.dataset.appearance ?? "system";
}

/** Chooses the next one and answers it. */
export function nextAppearance() {
  const next = ORDER[(ORDER.indexOf(appearance()) + 1) % ORDER.length];
  apply(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // storage is switched off: then it holds for this page only
  }
  return next;
}

function apply(chosen) {
  if (chosen === "system") delete root.dataset.appearance;
  else root.dataset.appearance = chosen;
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

if (ORDER.includes(remembered())) apply(remembered());
