"""bokeh's export: the calls that scripts know, answered by a headless Chromium that waits with BokehJS loaded.

bokeh's own export goes through selenium and a driver that listen on a network address, which a sandbox does not have.
Here a thread keeps one browser, reached over a pipe, with one page in which BokehJS already runs.
"""

from __future__ import annotations

import asyncio
import base64
import functools
import json
import os
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final

_LOAD_S: Final = 20.0
_EXPORT_S: Final = 30.0

_PAGE: Final = """<!doctype html><meta charset="utf-8">
<style>html, body {{ margin: 0; overflow: hidden; background: transparent }}</style>{scripts}<div id="plot"></div>"""

# Resolves once the document is drawn; a model that never comes to rest is left to the export's own time-out.
_SHOW: Final = """(async (item) => {
  const place = document.getElementById("plot");
  place.replaceChildren();
  Bokeh.documents.splice(0);
  const views = await Bokeh.embed.embed_item(item, "plot");
  const page = Bokeh.documents[Bokeh.documents.length - 1];
  if (!page.is_idle) await new Promise((done) => page.idle.connect(done));
  await document.fonts.ready;
  window.shown = views.roots ? views.roots[0] : Bokeh.index.roots[0];
})(%s)"""

_LOADED: Final = "new Promise((done) => { const look = () => (window.Bokeh ? done(1) : setTimeout(look, 5)); look(); })"

_PNG: Final = """(async () => {
  const blob = await window.shown.export("png").to_blob();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
})()"""

_SVG: Final = "window.shown.export('svg').ctx.get_serialized_svg(true)"


class Browser:
    """One browser with one page, in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="browser", daemon=True).start()
        self._page = self._wait(self._open(), _LOAD_S)

    def show(self, item: dict[str, Any], scale: float) -> None:
        """Draw `item` (bokeh's own JSON of a figure) at `scale` device pixels a pixel."""
        self._wait(self._show(item, scale), _EXPORT_S)

    def png(self) -> bytes:
        """What is shown, as a PNG."""
        return base64.b64decode(self._wait(self._evaluate(_PNG), _EXPORT_S))

    def svg(self) -> str:
        """What is shown, as an SVG."""
        return str(self._wait(self._evaluate(_SVG), _EXPORT_S))

    def _wait(self, work: Coroutine[Any, Any, Any], within_s: float) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(within_s)

    async def _open(self) -> Any:
        from bokeh.resources import INLINE
        from choreographer import Browser as Chromium

        chromium = await Chromium(path=os.environ.get("BROWSER_PATH"), headless=True)
        page = Path(os.environ.get("TMPDIR", "/tmp")) / "bokeh.html"  # noqa: S108
        page.write_text(_PAGE.format(scripts=INLINE.render_js()), encoding="utf-8")
        self._page = await chromium.create_tab(page.as_uri())
        await self._evaluate(_LOADED)
        return self._page

    async def _show(self, item: dict[str, Any], scale: float) -> Any:
        # A small window: what is exported is the drawing itself, and frames of its size would fill the work folder.
        size = {"width": 320, "height": 200, "deviceScaleFactor": scale, "mobile": False}
        await self._send("Emulation.setDeviceMetricsOverride", size)
        text = json.dumps(item).replace("</", "<\\/")
        return await self._evaluate(_SHOW % text)

    async def _evaluate(self, expression: str) -> Any:
        options = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        found = await self._send("Runtime.evaluate", options)
        if "exceptionDetails" in found:
            raise RuntimeError(f"bokeh could not draw this: {found['exceptionDetails'].get('text')}")
        return found["result"].get("value")

    async def _send(self, command: str, options: dict[str, Any]) -> Any:
        answer = await self._page.send_command(command, options)
        if "error" in answer:
            raise RuntimeError(f"the browser refused {command}: {answer['error'].get('message')}")
        return answer["result"]


@functools.cache
def browser() -> Browser:
    """The browser of this process, which is a sandbox's own and serves one script; up, with BokehJS loaded."""
    return Browser()


def picture(plot: Any, width: int | None, height: int | None, scale: float) -> bytes:
    """`plot` as a PNG of its own size, or the one that is named, times `scale`."""
    browser().show(_item(plot, width, height), scale)
    return browser().png()


def drawing(plot: Any, width: int | None, height: int | None) -> str:
    """`plot` as an SVG."""
    browser().show(_item(plot, width, height), 1.0)
    return browser().svg()


def _item(plot: Any, width: int | None, height: int | None) -> Any:
    """bokeh's JSON of `plot`, which has the named size for as long as that takes."""
    from bokeh.embed import json_item
    from bokeh.io import curdoc

    wanted = {name: value for name, value in (("width", width), ("height", height)) if value is not None}
    before = {name: getattr(plot, name) for name in wanted}
    plot.update(**wanted)
    try:
        return json_item(plot, theme=curdoc().theme)
    finally:
        plot.update(**before)
