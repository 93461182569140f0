/** Server-sent events, read from a fetch stream (an EventSource cannot POST). */

/** Turns pieces of text into events `{id, name, data}`; comments (pings) are left out. */
export class EventParser {
  #rest = "";
  #id = "";

  /** The events that `text` completes. */
  feed(text) {
    const blocks = (this.#rest + text).replaceAll("\r\n", "\n").split("\n\n");
    this.#rest = blocks.pop();
    return blocks.map((block) => this.#event(block)).filter((event) => event !== null);
  }

  #event(block) {
    let name = "message";
    const data = [];
    for (const line of block.split("\n")) {
      const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
      if (field === "id") this.#id = value;
      else if (field === "event") name = value;
      else if (field === "data") data.push(value);
    }
    return data.length ? { id: this.#id, name, data: JSON.parse(data.join("\n")) } : null;
  }
}

/** The events of a response, as they arrive. */
export async function* readEvents(response) {
  const parser = new EventParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield* parser.feed(value);
    }
  } finally {
    reader.cancel().catch(() => {}); // the stream may already be broken
  }
}
