/** Several people at one screen: when the turn goes to another of them, a curtain hides the hand until they sit down. */

import { fill, h } from "./dom.js";
import { emblem } from "./pieces.js";
import { gameAddress } from "./seats.js";

/**
 * To be called with every view of a game.
 * @param {HTMLElement} root the game's page, which the curtain covers
 * @param {string} game
 * @param {import("./types").View} view
 * @returns {boolean} whether the curtain is down
 */
export function handOver(root, game, view) {
  const next = view.to_move;
  if (next === null || next === view.you || !view.here.includes(next)) return false;
  const { name, livery } = view.players[next];
  const button = h("button", { type: "button", class: "btn big", onclick: () => (location.hash = gameAddress(game, next)) }, `I am ${name}`);
  fill(root, h("main", { class: "curtain", role: "status" },
    emblem(livery, 76, 36), h("h1", {}, `${name} is to move`), h("p", {}, "Hand over the screen. The cards are shown when you say that you are there."), button));
  button.focus();
  return true;
}
