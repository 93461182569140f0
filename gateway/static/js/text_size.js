/** Sizes of texts, as the services count them: bytes of UTF-8. */

export const PASTE_LIMIT = 200 * 1024; // bytes
export const MESSAGE_LIMIT = 2000; // characters

const encoder = new TextEncoder();

/** Bytes of UTF-8. */
export function utf8Bytes(text) {
  return encoder.encode(text).length;
}

/** `12.4 KB`, `3.1 MB`. */
export function readable(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, "KB"] : [bytes / 1024 ** 2, "MB"];
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
