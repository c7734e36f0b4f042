/** Several people at one screen: when the turn goes to another of them, a curtain hides the hand until they sit down. */

import { fill, h } from "./dom.js";
import { emblem } from "./pieces.js";
import { seatsHere } from "./seats.js";

/**
 * To be called with every view of a game.
 * @param {HTMLElement} root the game's page, which the curtain covers
 * @param {string} game
 * @param {import("./types").View} view
 * @returns {boolean} whether the curtain is down
 */
export function handOver(root, game, view) {
  const next = seatsHere(game).mine.find(({ seat }) => seat === view.to_move);
  if (!next || view.you === null || view.to_move === view.you || seatsHere(game).mine.length < 2) return false;
  const { name, livery } = view.players[next.seat];
  const button = h("button", { type: "button", class: "btn big", onclick: () => (location.hash = `#/game/${game}/${next.token}`) }, `I am ${name}`);
  fill(root, h("main", { class: "curtain", role: "status" },
    emblem(livery, 76, 36), h("h1", {}, `${name} is to move`), h("p", {}, "Hand over the screen. The cards are shown when you say that you are there."), button));
  button.focus();
  return true;
}
