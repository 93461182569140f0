/** The banner: says that the services are not answering, counts down to the next try, and goes away by itself. */

import { onConnection, tryNow } from "./connection.js";
import { el, fill } from "./dom.js";

// For failures without an answer of their own.
const TEXTS = {
  unreachable: "Plotlane cannot be reached.",
  upstream: "A part of Plotlane is not answering.",
  capacity: "Plotlane has no room right now, or is restarting.",
};

/** Shows the banner in `root` while the connection is down. */
export function mountBanner(root) {
  const countdown = el("span", { class: "countdown", "aria-hidden": "true" });
  const text = el("p");
  const button = el("button", { type: "button", class: "quiet", on: { click: tryNow } }, "Try now");
  const box = el("div", { class: "banner" }, text, countdown, button);
  let timer;
  onConnection(({ down, code, message, seconds }) => {
    clearInterval(timer);
    if (!down) return fill(root);
    const said = `${message || TEXTS[code]} Nothing is lost; this page keeps trying.`;
    if (text.textContent !== said) text.textContent = said;
    if (!box.isConnected) fill(root, box);
    timer = count(seconds, countdown);
    return undefined;
  });
}

function count(seconds, node) {
  let left = Math.round(seconds);
  const draw = () => {
    node.textContent = left > 0 ? `Next try in ${left} s` : "Trying…";
    left -= 1;
  };
  draw();
  return setInterval(draw, 1000);
}
