/** Several people at one screen: as soon as a turn is over, a curtain hides the hand until the next of them sits down. */

import { fill, h } from "./dom.js";
import { curtain } from "./empty.js";
import { gameAddress } from "./seats.js";

/**
 * To be called with every view of a game.
 * @param {HTMLElement} root the game's page, which the curtain covers
 * @param {string} game
 * @param {import("./types").View} view
 * @returns {boolean} whether the curtain is down
 */
export function handOver(root, game, view) {
  const next = nextHere(view);
  if (next === undefined || next === view.you) return false;
  const { name, livery } = view.players[next];
  fill(root, handOverWords(name, livery, next === view.to_move ? "to move" : "next", () => (location.hash = gameAddress(game, next))));
  root.querySelector("button")?.focus();
  return true;
}

/** The curtain with the name and livery of whoever comes next on it. @param {string} name @param {number} livery @param {string} when @param {() => void} lift */
export const handOverWords = (name, livery, when, lift) => curtain(livery, { role: "status" }, h("h1", {}, `${name} is ${when}`), h("p", {}, "Hand over the screen. The cards are shown when you say that you are there."),
  h("button", { type: "button", class: "btn big", onclick: lift }, `I am ${name}`));

/** Who of those at this screen moves next; bots and people elsewhere may move before. @param {import("./types").View} view */
function nextHere({ to_move, here, players }) {
  if (to_move === null) return undefined;
  return players.map((_, n) => (to_move + n) % players.length).find((seat) => here.includes(seat));
}
