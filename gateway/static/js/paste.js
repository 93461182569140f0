/** The paste box: a text area that counts bytes. */

import { el, fill } from "./dom.js";
import { EXAMPLE } from "./example.js";
import { problemSlot } from "./notice.js";
import { setDataset } from "./session.js";
import { currentTurn, state, watch } from "./store.js";
import { PASTE_LIMIT, readable, utf8Bytes } from "./text_size.js";

const UNREASONABLE = 4 * 1024 * 1024; // characters; more would freeze a text area for nothing

/** Draws the box into `root`, with `fileButton` among its buttons; `done` is called when the data were taken or kept. */
export function mountPaste(root, fileButton, done) {
  const problems = problemSlot();
  const count = el("span", { class: "count", id: "paste-count" });
  const meter = el("progress", { class: "meter", max: PASTE_LIMIT, value: 0, "aria-hidden": "true" });
  const use = el("button", { type: "submit", class: "primary", id: "use-data" }, "Use this data");
  const cancel = el("button", { type: "button", class: "quiet", on: { click: done } }, "Keep the current data");
  const example = el("button", { type: "button", class: "quiet", on: { click: fillIn } }, "Example data");
  const box = el("textarea", {
    id: "paste",
    rows: 8,
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "paste-hint paste-count",
    placeholder: "Dose (mg);Response (%)\n0,5;12,1\n1,0;18,4",
    on: { input: measure, paste: refuseHuge },
  });

  function fillIn() {
    box.value = EXAMPLE;
    measure();
    use.focus();
  }

  function measure() {
    const bytes = utf8Bytes(box.value);
    const over = bytes > PASTE_LIMIT;
    count.textContent = over
      ? `${readable(bytes)}: ${readable(bytes - PASTE_LIMIT)} over the limit of 200 KB`
      : `${readable(bytes)} of 200 KB`;
    meter.value = Math.min(bytes, PASTE_LIMIT);
    box.setAttribute("aria-invalid", String(over));
    use.disabled = over || bytes === 0 || Boolean(currentTurn());
  }

  function refuseHuge(event) {
    const { length } = event.clipboardData?.getData("text") ?? "";
    if (length < UNREASONABLE) return;
    event.preventDefault();
    count.textContent = `That paste has ${readable(length)}; the limit is 200 KB. Paste fewer rows or columns.`;
  }

  async function submit(event) {
    event.preventDefault();
    if (use.disabled) return;
    use.disabled = true;
    use.textContent = "Reading…";
    const taken = await problems.guard(() => setDataset(box.value));
    use.textContent = "Use this data";
    measure();
    if (!taken) return;
    done();
    document.getElementById("replace-data").focus({ preventScroll: true });
  }

  fill(
    root,
    el(
      "form",
      { class: "paste", on: { submit } },
      el("label", { for: "paste" }, "Paste a table"),
      el(
        "p",
        { class: "hint", id: "paste-hint" },
        "From a spreadsheet, or as CSV, TSV or JSON; or drop a file on this page, such as .xlsx or .parquet, at most 10 MB. The first row names the columns; units such as (mg) are understood.",
      ),
      box,
      el("div", { class: "measure" }, meter, count),
      problems.node,
      el("div", { class: "actions" }, use, fileButton, example, cancel),
    ),
  );
  let owner = null;
  watch(["sessionId"], () => {
    if (owner !== null) box.value = ""; // a session that this very paste begins keeps it
    problems.clear();
    owner = state.sessionId;
  });
  watch(["turns", "sessionId"], measure);
  return { cancel, focus: () => box.focus() };
}
