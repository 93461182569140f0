/** Requests: JSON in, JSON out, and every failure an ApiError of the closed set of codes; a 401 is an event, `signedout`. */

/** How this page names itself in its writes. */
export const CLIENT = "plotlane-chat/1";
const CODES = {
  401: "unauthenticated",
  404: "session_expired",
  413: "too_long",
  422: "invalid",
  429: "rate_limited",
  502: "upstream",
  503: "capacity",
  504: "deadline",
};

/** What went wrong: `code` of the error table (or unauthenticated, unreachable), `details` with its numbers as texts. */
export class ApiError extends Error {
  constructor({ code, message = "", ref = "", details = {}, retryAfter = null }) {
    super(message);
    this.code = code;
    this.ref = ref;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** Answers the parsed body, or null when there is none. */
export async function call(method, path, body, signal) {
  const response = await send(method, path, body, { signal });
  return response.status === 204 ? null : response.json();
}

/** Answers a response whose body is still to be read (a stream, a text). */
export function send(method, path, body, { signal, headers = {} } = {}) {
  const write = method !== "GET";
  const request = {
    method,
    signal,
    cache: "no-store",
    credentials: "same-origin",
    headers: { ...(write ? { "Content-Type": "application/json", "X-Plotlane-Client": CLIENT } : {}), ...headers },
    body: write && body !== undefined ? JSON.stringify(body) : undefined,
  };
  return fetch(path, request).catch(unreachable).then(accepted);
}

/** Asks who is there; `ways`: how this Plotlane knows its users (`sign_in`), and whether guests may come in (`guests`). */
export function signedOut(ways) {
  window.dispatchEvent(new CustomEvent("signedout", { detail: ways ?? {} }));
}

/** The address of a file of a version. */
export function artifactUrl(sessionId, name, version) {
  return `/v1/sessions/${encodeURIComponent(sessionId)}/artifacts/${encodeURIComponent(name)}?v=${version}`;
}

/** The path of a session, or of something below it. */
export function sessionPath(sessionId, ...rest) {
  return ["/v1/sessions", encodeURIComponent(sessionId), ...rest].join("/");
}

/** The parsed body of a response; an ApiError when it refuses. */
export async function answerOf(response) {
  return (await accepted(response)).json();
}

function unreachable(error) {
  if (error.name === "AbortError") throw error;
  throw new ApiError({ code: "unreachable" });
}

async function accepted(response) {
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  const error = body?.error ?? {};
  if (response.status === 401) signedOut(error.details);
  throw new ApiError({
    code: error.code || CODES[response.status] || "internal",
    message: error.message,
    ref: error.ref,
    details: error.details ?? {},
    retryAfter: Number(response.headers.get("Retry-After")) || null,
  });
}
