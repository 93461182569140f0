/** What was stopped: the service may be ending it for a moment longer, and refuses the session's next change meanwhile. */

import { pause } from "./connection.js";

const PAUSES_S = [0.1, 0.3, 1, 3];
let ending = false;

/** Hears that a request was stopped here. */
export function wasStopped() {
  ending = true;
}

/** Does `work`; after a stop again a few times, while the session is busy. */
export async function onceFree(work) {
  const pauses = ending ? PAUSES_S : [];
  ending = false;
  for (const seconds of pauses) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== "run_active") throw error;
    }
    await pause(seconds);
  }
  return work();
}
