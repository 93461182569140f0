/** Appearance: light, dark, or as the system says; remembered in this browser. */

const KEY = "plotlane-appearance";
const ORDER = ["system", "light", "dark"];
const root = document.documentElement;
const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const hearers = new Set();

/** What is chosen now. */
export function appearance() {
  return root.dataset.appearance ?? "system";
}

/** How the page looks now, `light` or `dark`, whoever chose it. */
export function look() {
  const chosen = appearance();
  return chosen === "system" ? (darkSystem.matches ? "dark" : "light") : chosen;
}

/** Tells `hear` how the page looks whenever that may have changed. */
export function watchLook(hear) {
  hearers.add(hear);
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
  tell();
}

function tell() {
  for (const hear of hearers) hear(look());
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

darkSystem.addEventListener("change", tell);
if (ORDER.includes(remembered())) apply(remembered());
