/** Several people at one screen: as soon as a turn is over, a curtain hides the hand until the next of them sits down. */

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
  const next = nextHere(view);
  if (next === undefined || next === view.you) return false;
  const { name, livery } = view.players[next];
  const button = h("button", { type: "button", class: "btn big", onclick: () => (location.hash = gameAddress(game, next)) }, `I am ${name}`);
  fill(root, h("main", { class: "curtain", role: "status" },
    emblem(livery, 76, 36), h("h1", {}, `${name} is ${next === view.to_move ? "to move" : "next"}`), h("p", {}, "Hand over the screen. The cards are shown when you say that you are there."), button));
  button.focus();
  return true;
}

/** Who of those at this screen moves next; bots and people elsewhere may move before. @param {import("./types").View} view */
function nextHere({ to_move, here, players }) {
  if (to_move === null) return undefined;
  return players.map((_, n) => (to_move + n) % players.length).find((seat) => here.includes(seat));
}
