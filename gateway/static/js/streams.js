/** Stream places: a browser opens few connections to a host, so its windows share four streams. */

const PLACES = ["plotlane-stream-1", "plotlane-stream-2", "plotlane-stream-3", "plotlane-stream-4"];

/** Takes a place and answers the function that gives it back; calls `onWait` when all are taken. */
export async function takeStream(signal, onWait) {
  if (!navigator.locks) return () => {}; // only on an unencrypted foreign host: there the browser's own limit holds
  for (const name of PLACES) {
    const release = await hold(name, { ifAvailable: true });
    if (release) return release;
  }
  onWait();
  return firstFree(signal);
}

function hold(name, options) {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, options, (lock) => (lock ? new Promise((release) => resolve(release)) : resolve(null)))
      .catch(reject);
  });
}

async function firstFree(signal) {
  const losers = new AbortController();
  signal.addEventListener("abort", () => losers.abort());
  let won = false;
  const race = PLACES.map(async (name) => {
    const release = await hold(name, { signal: losers.signal });
    if (won) release();
    won = true;
    return release;
  });
  const release = await Promise.any(race).catch(() => {
    throw new DOMException("stopped", "AbortError");
  });
  losers.abort();
  return release;
}
