/** Where things are on the game's page, as selectors, for what is explained beside them, flies there, or has the focus. */

/** @typedef {import("./state.js").Place} Place */

export const MAP = ".app > .map";
export const POPOVER = ".pop";
export const DECK = ".deck-pile";
export const TICKETS = ".tickets-pile";
export const FINDER = ".finder input";
export const KEEP = ".tray .btn";
export const SPLIT = ".decks .btn";
export const GIVE = ".give-tray .btn";
export const FIRST_PHRASE = ".phrases button";
export const NEWEST_LINE = ".log-lines li[tabindex='0']";

/** A card of the market. @param {number} n */
export const marketPlace = (n) => `.place:nth-child(${n + 1})`;

/** A stack of the hand. @param {number} n */
export const stack = (n) => `.stack:nth-of-type(${n + 1})`;

/** @param {number} seat */
export const emblemOf = (seat) => `.player:nth-child(${seat + 1}) .emblem`;

/** @param {import("../types").BoardFile} board @param {Place} place */
export function onMap({ cities }, place) {
  if (typeof place === "number") return `.route[data-route="${place}"]`;
  return `.city[data-city="${cities.findIndex(({ name }) => name === place)}"]`;
}
