/** Downloads: files that the services make when they are asked for, saved with progress and errors in words. */

import { send } from "./api.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { problemBox } from "./notice.js";

/**
 * A button that fetches `{url, name}` of `file()` and saves it. `say(text)` tells what goes on, `slot` shows problems, and
 * `missing(why)` hears that the version is there but has no such file; `why` is empty where nobody knows.
 */
export function downloadButton(label, { file, busy, missing, say, slot }) {
  const button = el("button", { type: "button", on: { click: save } }, icon("download"), label);
  let fetching = false;

  async function save() {
    if (fetching) return;
    fetching = true;
    button.setAttribute("aria-disabled", "true");
    fill(slot);
    say(busy);
    const { url, name } = file();
    try {
      const response = await send("GET", url);
      saveAs(await response.blob(), name);
      say(`Saved ${name}.`);
    } catch (error) {
      say("");
      if (error.details?.names) missing(error.details.reason ?? "");
      else fill(slot, problemBox(error));
    } finally {
      fetching = false;
      button.removeAttribute("aria-disabled");
    }
  }

  return button;
}

function saveAs(blob, name) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // a slow disk may still be reading
}
