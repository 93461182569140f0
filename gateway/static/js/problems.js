/** Problems: what an error means for the user and what to do next, with the error's own numbers. */

/** `{text, items, ref}` for an ApiError; `items` are the refused parts, one line each. */
export function explain(error) {
  const write = TEXTS[error.code] ?? TEXTS.internal;
  const items = (error.details?.violations ?? []).map(({ field, message }) =>
    field ? `${field}: ${message}` : message,
  );
  return { text: write(error, error.details ?? {}), items, ref: error.code === "internal" ? error.ref : "" };
}

/** `8 seconds`, `3 minutes`, `1 hour`. */
export function duration(seconds) {
  const value = Number(seconds);
  if (value < 90) return counted(Math.max(1, Math.round(value)), "second");
  if (value < 3600) return counted(Math.round(value / 60), "minute");
  if (value < 172_800) return counted(Math.round(value / 3600), "hour");
  return counted(Math.round(value / 86_400), "day");
}

/** `1 plot`, `2 plots`. */
export function counted(number, noun) {
  return `${number} ${noun}${Number(number) === 1 ? "" : "s"}`;
}

/** `a moment`, or how long the services ask for. */
function wait(error) {
  const seconds = error.retryAfter ?? error.details?.retry_after_s;
  return seconds ? duration(seconds) : "a moment";
}

const theirs = (fallback) => (error) => error.message || fallback;

const TEXTS = {
  invalid: theirs("Plotlane could not take this. Correct what is listed and try again."),
  unparseable: theirs(
    "This could not be read as a table. Paste a header row with at least one row of values below it.",
  ),
  too_long: theirs("This is too long. Shorten it and try again."),
  data_refused: theirs("These data were refused. Remove what does not belong in a plot and try again."),
  message_refused: theirs("This message is not answered. Say what should change in the plot."),
  not_eligible: theirs("This chart cannot be drawn that way. Choose another chart."),
  forbidden: theirs("This address is not allowed here. Open Plotlane at the address that its operator gave you."),
  not_found: theirs("There is nothing at this address. Load the page again."),

  unauthenticated: () => "You are signed out. Enter your token to go on; nothing is lost.",
  session_expired: () =>
    "This session is gone: it was deleted, or unused for too long. Start a new session and paste your data again.",
  turn_lost: () =>
    "This plot was lost when a service restarted; your data and settings are safe. Create the plot again.",
  run_active: (_, { kind }) =>
    `This session is still busy${kind ? ` (${kind})` : ""}. Wait until it is done, or press Stop, then try again.`,
  run_limit: (error, { count, cap, limit }) => {
    if (limit && error.message) return error.message; // about what is kept, not about what runs
    const number = count ?? cap;
    const runs = Number(number) === 1 ? "1 plot or data run" : `${number} plots or data runs`;
    return number
      ? `You already have ${runs} in progress in other windows; wait until one finishes, then try again.`
      : "You already have as many plots in progress as you may; wait until one finishes, then try again.";
  },
  rate_limited: (error, { limit }) =>
    `That was too quick${limit ? `: at most ${limit} a minute are possible` : ""}. Wait ${wait(error)}, then try again.`,
  budget: (_, { used, limit, cap }) =>
    `Today's allowance is used up${(limit ?? cap) ? ` (${used ?? limit ?? cap} of ${limit ?? cap})` : ""}. It starts afresh at 00:00 UTC.`,
  locked_out: (error) => `New requests are paused after several refused ones. Try again in ${wait(error)}.`,
  capacity: (error, { waiting, estimated_wait_s: estimate }) =>
    waiting
      ? `The queue is full: ${counted(waiting, "plot")} waiting${estimate ? `; a new one would wait about ${duration(estimate)}` : ""}. Try again in ${wait(error)}.`
      : error.message ||
        `Plotlane has no room right now, or is restarting. Try again in ${wait(error)}; nothing is lost.`,
  busy: (error) => `The language model is overloaded. Your data and plots are unchanged; try again in ${wait(error)}.`,
  deadline: theirs("It took longer than allowed. Try fewer rows or a simpler chart."),
  guard_unavailable: () =>
    "The check that every message passes is not available. Try again in a moment; the buttons work meanwhile.",
  upstream: theirs("A part of Plotlane is not answering. Nothing is lost: wait a moment, then try again."),
  unreachable: () => "Plotlane cannot be reached. Nothing is lost: check your connection, then try again.",
  internal: () => "Something went wrong on our side. Try again; if it happens again, tell your operator the reference.",
};
