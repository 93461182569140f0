/** The file drop: a file from a dialog or dropped anywhere on the page, its progress, and the choice of a sheet. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { problemSlot } from "./notice.js";
import { setFile } from "./session.js";
import { currentTurn, state, watch } from "./store.js";
import { readable } from "./text_size.js";
import { FILE_TYPES, checkFile, refused } from "./upload.js";

/** `{button, node}`: the button opens the dialog, the node shows what goes on; `done` is called when a file was read. */
export function fileDrop(done) {
  const problems = problemSlot();
  const doing = el("div", { class: "slot", id: "file-doing" });
  const node = el("div", { class: "slot file-drop" }, doing, problems.node);
  const input = el("input", { type: "file", accept: FILE_TYPES, hidden: true, id: "file", on: { change: chosen } });
  const button = el(
    "button",
    {
      type: "button",
      id: "choose-file",
      title: "CSV, JSON, Excel, ODS or Parquet, at most 10 MB",
      on: { click: () => input.click() },
    },
    icon("file"),
    "Choose a file",
  );
  let running = null; // the AbortController of the file that is on its way; a file that comes later takes its place

  function chosen() {
    const files = [...input.files];
    input.value = ""; // the same file again is a choice too
    accept(files);
  }

  async function accept(files) {
    const why = obstacle(files);
    if (why) problems.show(refused(why));
    else if (files.length > 0 && (await problems.guard(() => checkFile(files[0])))) read(files[0], "");
  }

  function obstacle(files) {
    if (currentTurn()) return "A plot is being made. Wait until it is done, or stop it, then try again.";
    return files.length > 1 ? `These are ${files.length} files. Drop the one that has the table.` : "";
  }

  async function read(file, sheet) {
    running?.abort();
    const stop = (running = new AbortController());
    const progress = progressView(file.name, () => stop.abort());
    let sheets = [];
    problems.clear();
    fill(doing, progress.node);
    button.disabled = true;
    const endUnsaid = () => {
      if (running !== stop) throw new DOMException("another file came", "AbortError");
    };
    const taken = await problems.guard(async () => {
      sheets = await setFile(file, { sheet, progress: progress.show, signal: stop.signal }).finally(endUnsaid);
    });
    if (running !== stop) return;
    running = null;
    button.disabled = Boolean(currentTurn());
    fill(doing, sheets.length > 0 && sheetChooser(file, sheets));
    if (sheets.length > 0) doing.querySelector("button").focus({ preventScroll: true });
    else if (taken) done();
    else button.focus({ preventScroll: true });
  }

  function sheetChooser(file, sheets) {
    const choice = (sheet) =>
      el("button", { type: "button", class: "pill", on: { click: () => read(file, sheet) } }, sheet);
    const leave = () => {
      fill(doing);
      button.focus({ preventScroll: true });
    };
    const none = el("button", { type: "button", class: "quiet", on: { click: leave } }, "None of them");
    return el(
      "div",
      { class: "notice", role: "group", "aria-labelledby": "sheets-title" },
      el("p", { id: "sheets-title" }, `${file.name} has ${sheets.length} sheets. Which one has the table?`),
      el("div", { class: "pills sheets" }, sheets.map(choice), none),
    );
  }

  dropAnywhere(accept);
  watch(["sessionId"], () => {
    if (!running) fill(doing);
    problems.clear();
  });
  watch(["turns", "sessionId"], () => {
    button.disabled = Boolean(running) || Boolean(currentTurn());
  });
  return { button, input, node };
}

function progressView(name, stop) {
  const text = el("p", { role: "status" }, `Reading ${name}…`);
  const bar = el("progress", { class: "meter", "aria-hidden": "true" });
  const button = el("button", { type: "button", class: "small", on: { click: stop } }, "Stop");
  const show = (sent, total) => {
    const whole = sent >= total;
    const words = whole ? `Reading ${name}…` : `Sending ${name}: ${readable(sent)} of ${readable(total)}`;
    if (text.textContent !== words) text.textContent = words;
    if (whole) bar.removeAttribute("value");
    else Object.assign(bar, { max: total, value: sent });
  };
  return { node: el("div", { class: "notice uploading" }, text, bar, button), show };
}

// A file that misses a drop zone would replace the page.
function dropAnywhere(accept) {
  const root = document.documentElement;
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") && state.status;
  const mark = (over) => root.classList.toggle("dropping", over);
  const on = (name, act) =>
    window.addEventListener(name, (event) => {
      if (hasFiles(event)) act(event);
    });
  on("dragleave", (event) => event.relatedTarget ?? mark(false));
  on("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  on("drop", (event) => {
    event.preventDefault();
    mark(false);
    accept([...event.dataTransfer.files]);
  });
}
