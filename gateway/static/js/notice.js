/** Notices: how a problem looks, next to what caused it. */

import { el } from "./dom.js";
import { explain } from "./problems.js";

/** The box for an ApiError, announced at once. */
export function problemBox(error, ...extras) {
  const { text, items, ref } = explain(error);
  return el(
    "div",
    { class: "notice problem", role: "alert" },
    el("p", {}, text),
    items.length > 0 &&
      el(
        "ul",
        {},
        items.map((item) => el("li", {}, item)),
      ),
    ref && el("p", { class: "hint" }, "Reference ", el("code", {}, ref)),
    extras,
  );
}

/** A slot that shows the problem of the last try: `slot.node`, `await slot.guard(work)`. */
export function problemSlot() {
  const node = el("div", { class: "slot" });
  /** Runs `work`; shows its problem, or clears the last one. Answers whether it succeeded. */
  const guard = async (work) => {
    try {
      await work();
      node.replaceChildren();
      return true;
    } catch (error) {
      if (error.name !== "AbortError") node.replaceChildren(problemBox(error));
      return false;
    }
  };
  return { node, guard, show: (error) => node.replaceChildren(problemBox(error)), clear: () => node.replaceChildren() };
}
