/** Pages that have nothing to show yet, and curtains before a game: a scene, a few words, and the way on. */

import { h } from "./dom.js";
import { vignette } from "./vignette.js";

/**
 * What stands where a list will be.
 * @param {string} title
 * @param {string} words
 * @param {{ href: string, word: string }} way
 */
export const empty = (title, words, way) => h("div", { class: "nothing-yet" }, vignette(),
  h("h2", {}, title), h("p", {}, words), h("a", { class: "btn", href: way.href }, way.word));

/**
 * A card on the cloth in a player's livery, which covers everything else.
 * @param {number} livery
 * @param {import("./dom.js").Attributes} attributes of the card
 * @param {(import("./dom.js").Child | import("./dom.js").Child[])[]} content
 */
export const curtain = (livery, attributes, ...content) => h("main", { class: "curtain", style: `--cloth:var(--p${livery})` },
  h("div", { class: "curtain-card", ...attributes }, vignette({ livery, laid: 6 }), ...content));
