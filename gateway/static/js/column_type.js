/** Column types: how they are named and how they look. */

import { el } from "./dom.js";

const WORDS = { number: "number", date: "date", text: "text", boolean: "yes/no" };

/** The word for people. */
export function typeWord(type) {
  return WORDS[type] ?? type;
}

/** `number or date`. */
export function typeWords(types) {
  return types.map(typeWord).join(" or ");
}

/** A small mark with the word. */
export function typeBadge(type) {
  return el("span", { class: `type type-${type}` }, typeWord(type));
}
