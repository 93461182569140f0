/** The picture of a version in either theme, and what can be done with it. */

import { ApiError, artifactUrl, call, send, sessionPath } from "./api.js";
import { look } from "./appearance.js";
import { el, fill } from "./dom.js";
import { downloadButton } from "./download.js";
import { icon } from "./icons.js";
import { problemBox } from "./notice.js";
import { state } from "./store.js";
import { themeSwitch } from "./theme_switch.js";

const PIXELS_A_POINT = 4; // of the picture for one of the page, where its labels are as large as small print

/** The figure with its tools; `alt` says what it shows, `links` are further files. */
export function pictureView(version, alt, links) {
  const sessionId = state.sessionId;
  const image = el("img", { alt, width: version.width_px, height: version.height_px, on: { error: failed } });
  const frame = el("div", { class: "picture-frame" }, image);
  image.style.setProperty("--readable", `${version.width_px / PIXELS_A_POINT}px`);
  const zoom = el(
    "button",
    { type: "button", class: "zoom", "aria-pressed": "false", on: { click: toggleZoom } },
    icon("expand"),
    "Readable size",
  );
  const note = el("div", { class: "slot" });
  const busy = el("p", { class: "drawing", role: "status" });
  const open = el("a", { class: "button", target: "_blank", rel: "noopener" }, icon("expand"), "Full size");
  const save = el("a", { class: "button" }, icon("download"), "PNG");
  const svg = downloadButton("SVG", {
    file: () => ({ name: `plot-${theme}.svg`, url: artifactUrl(sessionId, `plot-${theme}.svg`, version.number) }),
    busy: "Drawing the SVG…",
    missing: (why) => {
      flat.set(theme, why);
      showVector();
      noVector.focus({ preventScroll: true });
    },
    say: (text) => (busy.textContent = text),
    slot: note,
  });
  const flat = new Map(); // why a theme has no SVG, for those that have none
  const noVector = el("p", { class: "hint no-vector", tabindex: "-1" });
  const copy = el("button", { type: "button", on: { click: copyImage } }, icon("copy"), "Copy image");
  const themes = themeSwitch("picture-theme", "Theme of the picture", toggle);
  let theme = version.theme;

  function toggleZoom() {
    const large = frame.classList.toggle("zoomed");
    zoom.setAttribute("aria-pressed", String(large));
    if (large) frame.tabIndex = 0; // so that the arrow keys scroll it
    else frame.removeAttribute("tabindex");
  }

  function show(next) {
    theme = next;
    const url = artifactUrl(sessionId, `plot-${theme}.png`, version.number);
    image.src = url;
    image.alt = `${alt} (${theme} theme)`;
    open.href = url;
    save.href = url;
    save.download = `plot-${theme}.png`;
    themes.set(theme);
    showVector();
  }

  function showVector() {
    svg.hidden = flat.has(theme);
    noVector.hidden = !flat.has(theme);
    noVector.textContent = withoutVector(version.library, flat.get(theme));
  }

  async function toggle(next) {
    fill(note);
    try {
      if (!has(next)) await draw(next);
      show(next);
    } catch (error) {
      themes.set(theme);
      fill(note, problemBox(error));
    } finally {
      busy.textContent = "";
      themes.disable(false);
      document.getElementById(`picture-theme-${theme}`)?.focus({ preventScroll: true });
    }
  }

  async function draw(next) {
    busy.textContent = `Drawing the ${next} version…`;
    themes.disable(true);
    const answer = await call("POST", sessionPath(sessionId, "versions", version.number, "render"), { theme: next });
    version.artifacts = answer.artifacts;
    if (!has(next))
      throw new ApiError({
        code: "invalid",
        message: `The ${next} version could not be drawn. The ${theme} one is unchanged.`,
      });
    if (answer.status === "needs_attention")
      fill(
        note,
        el(
          "p",
          { class: "notice warning" },
          "This version needs a look: its canvas had to be padded, or a check found something.",
        ),
      );
  }

  function has(wanted) {
    return version.artifacts.some((artifact) => artifact.name === `plot-${wanted}.png`);
  }

  async function copyImage() {
    try {
      const png = send("GET", image.src).then((response) => response.blob());
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
      busy.textContent = "Copied.";
    } catch {
      busy.textContent = "This browser does not let a page copy pictures. Download the PNG instead.";
    }
  }

  function failed() {
    const again = el(
      "button",
      { type: "button", class: "small", on: { click: () => (fill(note), show(theme)) } },
      "Load it again",
    );
    fill(
      note,
      el("div", { class: "notice problem", role: "alert" }, el("p", {}, "The picture could not be loaded."), again),
    );
  }

  show(has(look()) ? look() : version.theme);
  return el(
    "figure",
    { class: "picture" },
    frame,
    note,
    el("figcaption", { class: "tools" }, themes.node, zoom, open, copy, save, svg, noVector, links, busy),
  );
}

/** Why there is no button for an SVG. */
function withoutVector(library, why) {
  return `No SVG: ${why || `${library} made none of this picture`}. The PNG is large enough for print; another library may draw an SVG.`;
}
