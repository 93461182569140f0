/** Uploads: one file as a form, with its progress, which `fetch` does not tell. */

import { ApiError, CLIENT, answerOf } from "./api.js";
import { readable } from "./text_size.js";

export const FILE_LIMIT = 10 * 1024 * 1024; // bytes
export const FILE_TYPES = ".csv,.tsv,.txt,.json,.jsonl,.xlsx,.xlsm,.xlsb,.xls,.ods,.parquet,.feather,.gz,.zip";

/** Sends `file` and answers the parsed body; `progress(sent, total)` hears of bytes. Fails with an ApiError. */
export function upload(path, file, progress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", path);
    request.setRequestHeader("X-Plotlane-Client", CLIENT);
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(loaded, total));
    request.addEventListener("load", () => answerOf(responseOf(request)).then(resolve, reject));
    request.addEventListener("error", () => reject(new ApiError({ code: "unreachable" })));
    request.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    signal.addEventListener("abort", stop);
    const form = new FormData();
    form.append("file", file, file.name);
    if (signal.aborted) reject(new DOMException("stopped", "AbortError"));
    else request.send(form);
  });
}

/** Refuses what need not be sent: a file that is too large, a folder, a file that is gone or locked. */
export async function checkFile(file) {
  if (file.size > FILE_LIMIT)
    throw refused(
      `${file.name} has ${readable(file.size)}; the limit is 10 MB. Keep the rows and columns that you need, then try again.`,
    );
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw refused(`${file.name} could not be read. If it is a folder, drop the file in it; else choose it again.`);
  }
}

/** An error of the page's own, in words. */
export function refused(message) {
  return new ApiError({ code: "invalid", message });
}

function responseOf(request) {
  return new Response(request.status === 204 ? null : request.responseText, {
    status: request.status,
    headers: { "Retry-After": request.getResponseHeader("Retry-After") ?? "" },
  });
}
