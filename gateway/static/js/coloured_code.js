/** Coloured code: Python as a node, each token in the colour of its kind. */

import { el } from "./dom.js";
import { pythonTokens } from "./python_tokens.js";

/** A `code` element that holds `text`. */
export function colouredCode(text) {
  return el("code", {}, pythonTokens(text).map(piece));
}

function piece([kind, text]) {
  return kind === "plain" || kind === "name"
    ? document.createTextNode(text)
    : el("span", { class: `py-${kind}` }, text);
}
