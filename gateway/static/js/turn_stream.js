/** The events of one turn, across cut connections. */

import { ApiError, send, sessionPath } from "./api.js";
import { isPassing, patiently, pause } from "./connection.js";
import { readEvents } from "./sse.js";

/** Starts a turn with `start.body`, or takes up `start.turnId`, and yields its events up to `done`. */
export async function* turnEvents(sessionId, start, signal) {
  let turnId = start.turnId ?? null;
  let lastId = "0";
  const resume = () =>
    send("GET", sessionPath(sessionId, "turns", encodeURIComponent(turnId), "events"), undefined, {
      signal,
      headers: { "Last-Event-ID": lastId },
    });
  let response = turnId
    ? await patiently(resume, signal)
    : await send("POST", sessionPath(sessionId, "messages"), start.body, { signal });
  for (let idle = 0; ; idle += 1) {
    try {
      for await (const event of readEvents(response)) {
        idle = 0;
        lastId = event.id || lastId;
        if (event.name === "ready") turnId = event.data.turn_id;
        yield event;
        if (event.name === "done") return;
      }
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && !isPassing(error))) throw error;
    }
    if (!turnId) throw new ApiError({ code: "unreachable" });
    if (idle > 0) await pause(Math.min(2 ** idle, 15), signal); // cut again at once: let the services breathe
    response = await patiently(resume, signal);
  }
}
