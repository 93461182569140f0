/** Icons: small line drawings, hidden from assistive technology (the control beside them has the words). */

import { svg } from "./dom.js";

const PATHS = {
  mark: ["M4 3v17h17", "M7.5 16l4-5 3.5 3 5-8"],
  light: [
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
    "M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.400M17.6 17.600L19 19M5 19l1.4-1.400M17.6 6.400L19 5",
  ],
  dark: ["M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z"],
  system: ["M4 5h16v11H4z", "M9 20h6M12 16v4"],
  sessions: ["M4 6h16M4 12h16M4 18h10"],
  plus: ["M12 5v14M5 12h14"],
  close: ["M6 6l12 12M18 6L6 18"],
  bin: ["M5 7h14M10 7V4.500h4V7M7 7l1 12.500h8L17 7", "M10.5 11v5M13.5 11v5"],
  download: ["M12 4v11M7.5 11l4.5 4.5 4.5-4.500M5 20h14"],
  copy: ["M9 9h11v11H9z", "M5 15H4V4h11v1"],
  expand: ["M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7"],
  file: ["M6 3h8l4 4v14H6z", "M14 3v4h4M12 11v6M9 14l3-3 3 3"],
  check: ["M5 12.500l4.5 4.500L19 7"],
  stop: ["M7 7h10v10H7z"],
  send: ["M5 12h14M13 6l6 6-6 6"],
  up: ["M7 11v9H4v-9zM7 11l4-8c1.500 0 2.500 1 2.500 2.500V9H19a2 2 0 0 1 2 2.400l-1.300 7A2 2 0 0 1 17.700 20H7"],
  down: ["M7 13V4H4v9zM7 13l4 8c1.500 0 2.500-1 2.500-2.500V15H19a2 2 0 0 0 2-2.400l-1.300-7A2 2 0 0 0 17.700 4H7"],
  grid: ["M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z"],
  back: ["M19 12H5M11 6l-6 6 6 6"],
  reset: ["M5 12a7 7 0 1 0 2.3-5.2", "M7 3v4h4"],
};

/** The icon of that name. */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    PATHS[name].map((d) => svg("path", { d })),
  );
}
