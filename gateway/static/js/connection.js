/** The connection to the services: tries again with growing pauses, and says so until it works. */

import { ApiError } from "./api.js";

const PAUSES_S = [1, 2, 4, 8, 15];
const PASSING = new Set(["unreachable", "upstream", "capacity"]);
const listeners = new Set();
const waiting = new Set(); // pauses that "try now" cuts short
let troubles = 0;

/** Whether the same request may well succeed in a moment. */
export function isPassing(error) {
  return error instanceof ApiError && PASSING.has(error.code);
}

/** Repeats `attempt` until it succeeds or fails for good. Only for what may be done twice. */
export async function patiently(attempt, signal) {
  let troubled = false;
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (!troubled) troubles += 1;
        troubled = true;
        const seconds = Math.max(error.retryAfter ?? 0, PAUSES_S[Math.min(tries, PAUSES_S.length - 1)]);
        tell({ down: true, code: error.code, message: error.message, seconds });
        await pause(seconds, signal);
      }
    }
  } finally {
    if (troubled) troubles -= 1;
    if (troubled && troubles === 0) tell({ down: false });
  }
}

/** Waits; `tryNow` and an abort end it early. */
export function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const stop = () => {
      end();
      reject(new DOMException("stopped", "AbortError"));
    };
    const timer = setTimeout(end, seconds * 1000);
    waiting.add(end);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
  });
}

/** Ends every pause. */
export function tryNow() {
  for (const end of [...waiting]) end();
}

/** `listener({down, code, message, seconds})` hears of every change. */
export function onConnection(listener) {
  listeners.add(listener);
}

function tell(news) {
  for (const listener of listeners) listener(news);
}
