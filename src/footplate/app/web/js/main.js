/** The start: patterns, theme, and which page the address asks for (#/, #/game/ID, #/profile, #/replay/ID, #/review/ID, #/puzzle/ID/N, #/help, #/practice, #/research). */

import { fill, h } from "./dom.js";
import { GAME } from "./modules.js";
import { whatHappened } from "./net.js";
import { loadSettings, server } from "./settings.js";

/** A page fills the root and gives a function that clears up after it. @typedef {(root: HTMLElement, ...words: string[]) => (() => void) | Promise<() => void>} Page */

/** @type {Record<string, () => Promise<{ show: Page }>>} */
const PAGES = {
  "": () => (server.study ? import("./pages/study.js") : import("./pages/setup.js")),
  game: () => import("./game/page.js"),
  profile: () => import("./pages/profile.js"),
  replay: () => import("./pages/replay.js"),
  review: () => import("./pages/review.js"),
  puzzle: () => import("./pages/puzzle.js"),
  help: () => import("./pages/help.js"),
  host: () => import("./pages/host.js"),
  settings: () => import("./pages/settings.js"),
  j: () => import("./pages/seat.js"),
  practice: () => import("./practice/page.js"),
  questions: () => import("./pages/questions.js"),
  research: () => import("./pages/research.js"),
};

const QUIET = 500; // milliseconds until a page that has been shown has loaded its pictures

/** @type {(() => void) | null} */
let leave = null;
/** @type {{ address: string } | null} the page that is on its way */
let coming = null;

/** The page that the address names, and the words after its name. @returns {[() => Promise<{ show: Page }>, string[]]} */
function asked() {
  const [name = "", ...words] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return [PAGES[name] ?? PAGES[""], words];
}

/** A page that is on its way does not come twice, and one that comes after people have gone on is left at once. */
async function show() {
  if (location.hash === coming?.address) return;
  const mine = coming = { address: location.hash };
  const [load, words] = asked();
  const root = /** @type {HTMLElement} */ (document.getElementById("root"));
  leave?.();
  leave = null;
  try {
    const page = await load();
    const clearUp = await page.show(root, ...words);
    if (coming === mine) leave = clearUp;
    else clearUp();
  } catch (error) {
    if (coming === mine) tell(error, h("a", { href: "#/" }, "Back to the start"));
  }
  if (coming === mine) coming = null;
}

/** Say what went wrong, and how to go on. @param {unknown} error @param {HTMLElement} [back] */
function tell(error, back) {
  const again = h("button", { type: "button", class: "btn", onclick: () => location.reload() }, "Try again");
  const root = /** @type {HTMLElement} */ (document.getElementById("root"));
  fill(root, h("main", { class: "trouble", role: "alert" }, h("h1", {}, "That did not work"), h("p", {}, whatHappened(error)),
    h("p", { class: "acts" }, again, back)));
}

async function loadPatterns() {
  const patterns = await fetch("patterns.svg");
  if (!patterns.ok) throw new Error(`The server answered ${patterns.status}.`);
  /** @type {HTMLElement} */ (document.getElementById("patterns")).innerHTML = await patterns.text();
}

/** Ask for all modules of the game at once; they would else be found out about one after the other. */
const askForGame = () => document.head.append(...GAME.map((name) => h("link", { rel: "modulepreload", href: `js/${name}` })));

// The settings, the patterns and the page's modules come at the same time. A page that can't be loaded says so in show().
const needed = Promise.all([loadSettings(), loadPatterns()]);
const [load] = asked();
if (load === PAGES.game) askForGame();
load().catch(() => {});
try {
  await needed;
  addEventListener("hashchange", show);
  await show();
  if (load !== PAGES.game) setTimeout(askForGame, QUIET); // a game comes next
} catch (error) { // without settings and patterns there is no page
  tell(error);
}
