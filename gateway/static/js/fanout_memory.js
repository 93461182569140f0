/** The memory of fan-outs: which ones this browser began, so that a reload takes them up again. */

const KEY = "plotlane-fanouts";
const MOST = 20;

/** `{group, parent, chart, members}` of the latest fan-out that a session began or is a member of, or null. */
export function fanoutOf(sessionId) {
  return read().find(({ parent, members }) => parent === sessionId || members.includes(sessionId)) ?? null;
}

/** Keeps a fan-out; an earlier one of the same session is forgotten. */
export function remember(fanout) {
  write([fanout, ...read().filter(({ parent }) => parent !== fanout.parent)].slice(0, MOST));
}

/** Forgets one; its sessions stay. */
export function forget(group) {
  write(read().filter((fanout) => fanout.group !== group));
}

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isFanout) : [];
  } catch {
    return []; // no storage, or not ours
  }
}

function isFanout(kept) {
  const texts = [kept?.group, kept?.parent, kept?.chart];
  return texts.every((text) => typeof text === "string") && Array.isArray(kept.members);
}

function write(fanouts) {
  try {
    localStorage.setItem(KEY, JSON.stringify(fanouts));
  } catch {
    // storage is switched off: then a reload loses the board, and the sessions are still in the list
  }
}
