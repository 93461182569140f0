/** Status: who is asking, how busy the house is; asked for again while the page is in view. */

import { call } from "./api.js";
import { state, update } from "./store.js";

const EVERY_MS = 15_000;

/** Asks once; says nothing when it fails (what the user does next will say it). */
export async function refreshStatus() {
  try {
    update({ status: await call("GET", "/v1/status") });
  } catch {
    // the next request of the user's own reports it
  }
}

/** Keeps asking. */
export function keepStatusFresh() {
  setInterval(() => {
    if (!document.hidden && state.status) refreshStatus();
  }, EVERY_MS);
}
