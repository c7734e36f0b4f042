/** The start: patterns, theme, and which page the address asks for (#/, #/game/ID/TOKEN, #/profile, #/replay/ID, #/help). */

import { fill, h } from "./dom.js";
import { loadSettings } from "./settings.js";

/** A page fills the root and gives a function that clears up after it. @typedef {(root: HTMLElement, ...words: string[]) => (() => void) | Promise<() => void>} Page */

/** @type {Record<string, () => Promise<{ show: Page }>>} */
const PAGES = {
  "": () => import("./pages/setup.js"),
  game: () => import("./game/page.js"),
  profile: () => import("./pages/profile.js"),
  replay: () => import("./pages/replay.js"),
  help: () => import("./pages/help.js"),
};

/** @type {(() => void) | null} */
let leave = null;

async function show() {
  const [name = "", ...words] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const root = /** @type {HTMLElement} */ (document.getElementById("root"));
  leave?.();
  leave = null;
  try {
    const page = await (PAGES[name] ?? PAGES[""])();
    leave = await page.show(root, ...words);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    fill(root, h("main", { class: "trouble", role: "alert" }, h("h1", {}, "That did not work"), h("p", {}, words),
      h("p", {}, h("a", { href: "#/" }, "Back to the start"))));
  }
}

const patterns = await fetch("patterns.svg").then((response) => response.text());
/** @type {HTMLElement} */ (document.getElementById("patterns")).innerHTML = patterns;
await loadSettings();
addEventListener("hashchange", show);
await show();
