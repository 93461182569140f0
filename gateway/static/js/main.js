/** The page: builds its parts, opens the session that the address names. */

import { call } from "./api.js";
import { mountBanner } from "./banner.js";
import { mountCompose } from "./compose.js";
import { patiently } from "./connection.js";
import { mountCreate } from "./create.js";
import { mountData } from "./data.js";
import { fill } from "./dom.js";
import { mountGallery } from "./gallery.js";
import { mountHeader } from "./header.js";
import { mountLibraries } from "./libraries.js";
import { mountBoard } from "./fanout_board.js";
import { mountFanoutStart } from "./fanout_start.js";
import { followFanouts } from "./fanouts.js";
import { showLogin } from "./login.js";
import { problemBox } from "./notice.js";
import { mountOptions } from "./options.js";
import { mountProgress } from "./progress.js";
import { mountResult } from "./result.js";
import { mountRoles } from "./roles.js";
import { mountDrawer } from "./sessions_drawer.js";
import { openSession } from "./session.js";
import { keepStatusFresh } from "./status.js";
import { state, update, watch, currentChart } from "./store.js";
import { mountTalk } from "./talk.js";
import { followSession } from "./turns.js";

const part = (id) => document.getElementById(id);

function build() {
  mountHeader(part("top"));
  mountBanner(part("banner"));
  mountDrawer();
  mountData(part("data"));
  mountGallery(part("gallery"));
  mountLibraries(part("libraries"));
  mountFanoutStart(part("fanout"));
  mountRoles(part("roles"));
  mountOptions(part("options"));
  mountCreate(part("create"));
  mountProgress(part("progress"));
  mountBoard(part("board"));
  mountResult(part("result"));
  mountTalk(part("talk"));
  mountCompose(part("compose"));
  watch(["session", "charts"], () => {
    document.title = currentChart() ? `${currentChart().title} – Plotlane` : "Plotlane";
  });
  followSession();
  followFanouts();
  window.addEventListener("hashchange", open);
}

async function enter() {
  try {
    update({ status: await patiently(() => call("GET", "/v1/status")) });
    update({ charts: (await patiently(() => call("GET", "/v1/charts"))).charts });
  } catch (error) {
    if (error.code !== "unauthenticated") atTheDoor(() => fill(part("door"), problemBox(error)));
    return;
  }
  part("door").hidden = true;
  part("workspace").hidden = false;
  await open();
}

// Whoever is signed out in the middle of work finds it as it was after signing in.
function askWho({ detail: ways }) {
  if (part("door").hidden) atTheDoor(() => showLogin(part("door"), ways, enter));
}

function atTheDoor(draw) {
  part("workspace").hidden = true;
  part("door").hidden = false;
  draw();
}

async function open() {
  const sessionId = /^#s=([A-Za-z0-9_-]{1,128})$/.exec(location.hash)?.[1] ?? null;
  if (sessionId !== null && sessionId === state.sessionId) return;
  fill(part("notice"));
  try {
    await openSession(sessionId);
  } catch (error) {
    history.replaceState(null, "", location.pathname);
    await openSession(null);
    fill(part("notice"), problemBox(error));
  }
}

part("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address keeps the session
  part("outcome").focus();
});
window.addEventListener("signedout", askWho);
build();
enter();
keepStatusFresh();
