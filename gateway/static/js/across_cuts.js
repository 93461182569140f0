/** Events across cut connections: a stream that breaks is opened again where it broke. */

import { ApiError } from "./api.js";
import { isPassing, patiently, pause } from "./connection.js";
import { readEvents } from "./sse.js";

/**
 * Yields the events of a stream up to the one that `isLast` knows. `begin()` opens it (null: it was begun elsewhere),
 * `again(lastId)` opens it once more, after the event of that id.
 */
export async function* acrossCuts({ begin, again, isLast }, signal) {
  let lastId = "0";
  let begun = begin === null;
  let response = begun ? await patiently(() => again(lastId), signal) : await begin();
  for (let idle = 0; ; idle += 1) {
    try {
      for await (const event of readEvents(response)) {
        idle = 0;
        begun = true;
        lastId = event.id || lastId;
        yield event;
        if (isLast(event)) return;
      }
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && !isPassing(error))) throw error;
    }
    if (!begun) throw new ApiError({ code: "unreachable" }); // nobody knows what to ask for
    if (idle > 0) await pause(Math.min(2 ** idle, 15), signal); // cut again at once: let the services breathe
    response = await patiently(() => again(lastId), signal);
  }
}
