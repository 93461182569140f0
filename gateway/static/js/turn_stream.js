/** The events of one turn, across cut connections. */

import { acrossCuts } from "./across_cuts.js";
import { send, sessionPath } from "./api.js";

/** Starts a turn with `start.body`, or takes up `start.turnId`, and yields its events up to `done`. */
export async function* turnEvents(sessionId, start, signal) {
  let turnId = start.turnId ?? null;
  const begin = turnId ? null : () => send("POST", sessionPath(sessionId, "messages"), start.body, { signal });
  const again = (lastId) =>
    send("GET", sessionPath(sessionId, "turns", encodeURIComponent(turnId), "events"), undefined, {
      signal,
      headers: { "Last-Event-ID": lastId },
    });
  for await (const event of acrossCuts({ begin, again, isLast: ({ name }) => name === "done" }, signal)) {
    if (event.name === "ready") turnId = event.data.turn_id;
    yield event;
  }
}
