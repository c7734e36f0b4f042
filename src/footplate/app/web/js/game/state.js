/** What the game's page knows now: plain data. Actions change it (actions.js), panels show it (render.js). */

import { settings, theme } from "../settings.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Payment} Payment */
/**
 * What the player looks at now; the map lights it.
 * @typedef {object} Looking
 * @property {number | null} hovered route under the pointer
 * @property {number | null} focused route with the focus
 * @property {number | null} found route of the finder
 * @property {number | null} logged route of a line of the log
 * @property {string | null} city under the pointer, or of the finder
 * @property {number | null} ticket of yours
 * @property {number | null} offer
 * @property {string | null} stack of the hand
 * @property {Payment | null} payment
 * @property {readonly string[]} shown cities of a ticket on the result
 * @property {boolean} lamp
 */
/** A route by its number, or a city by its name. @typedef {number | string} Place */
/**
 * What stands beside a place that can be paid.
 * @typedef {object} Popover
 * @property {Place} place a route to claim, or a city where a station would stand
 * @property {boolean} pinned by a click or a key: it stays and has the focus
 * @property {boolean} all ways to pay are shown
 */
/**
 * What typing has found.
 * @typedef {object} Finding
 * @property {boolean} forStations whether cities are looked for, else routes
 * @property {readonly { place: Place, can: boolean, reason: string }[]} found what can be paid comes first
 * @property {number} at which of them is chosen
 */
/**
 * @typedef {object} SearchState
 * @property {boolean} on
 * @property {import("../types").SearchReport | null} report on this position
 * @property {string} trouble why there is none
 * @property {ReadonlyMap<number, number>} past chance to win by turn
 */
/**
 * @typedef {object} State
 * @property {string} id of the game
 * @property {import("../types").BoardFile} board
 * @property {readonly string[]} costs of its routes, in words
 * @property {View} view the latest that is shown
 * @property {boolean} connected
 * @property {number} sent the version that was acted on: one action for one position
 * @property {number | "deck" | null} first place of the first of two cards that are drawn at once
 * @property {number} lastPlace of the market: where the latest card was taken
 * @property {string} notice for some seconds, in the banner
 * @property {Looking} looking
 * @property {Partial<Looking>} held what a tap asked to see on the map, until the next tap
 * @property {Popover | null} popover
 * @property {Finding | null} finder
 * @property {ReadonlySet<number>} kept tickets on offer that are ticked
 * @property {boolean} asksDecks whether the tray of two decks was asked for on a turn
 * @property {number | null} long tickets of the long deck; null: as many as of the short one, if that can be
 * @property {Readonly<Record<string, number>>} given cards of any kind that are chosen
 * @property {number | null} turned cards of a tunnel that lie open while they are turned; null: all do
 * @property {string} spoken what screen readers hear of a tunnel
 * @property {boolean} ceremony whether the end is shown step by step, before the result
 * @property {SearchState} search
 * @property {"log" | "search" | "say"} tab of those that share a place
 * @property {ReadonlySet<number>} muted seats whose phrases one does not hear
 * @property {import("../types").Slip | null} slip a rule that is explained
 * @property {"" | "tickets" | "log" | "table"} sheet of the side column that is open on small screens, over market and hand
 * @property {boolean} signs whether the signs of one's turn are shown, behind the bell
 * @property {boolean} menu whether it is open
 * @property {boolean} keys whether the list of all keys is open
 * @property {boolean} sound whether it is on
 * @property {boolean} music whether it is on
 * @property {"light" | "dark"} theme
 * @property {string} size of the map's panel: another one has panels fit anew
 * @property {{ geometry: import("../types").MapGeometry, zoomable: boolean } | null} map as it was drawn for that size
 */

export const LETTERS = "ABCDEFGH"; // of tickets on offer
const SMALL = "(max-width: 899px)"; // where the side column is a sheet and the map zooms

export const isSmall = () => matchMedia(SMALL).matches;

/** @type {Readonly<Looking>} */
const AT_NOTHING = {
  hovered: null, focused: null, found: null, logged: null, city: null, ticket: null, offer: null, stack: null,
  payment: null, shown: [], lamp: false,
};

/** @param {Pick<State, "id" | "board" | "costs" | "view">} game @returns {State} */
export const firstState = (game) => ({
  ...game, ...untouched(game.view), connected: true, lastPlace: -1, notice: "", looking: AT_NOTHING, held: {},
  popover: null, finder: null, asksDecks: false, long: null, turned: null, spoken: "", ceremony: false,
  search: { on: false, report: null, trouble: "", past: new Map() }, tab: "log", muted: new Set(), slip: null, sheet: "",
  signs: false, menu: false, keys: false, sound: settings.sound, music: Boolean(settings.music), theme: theme(), size: "", map: null,
});

/** What one chooses in a new position. Where all tickets must be kept, all are ticked. @param {View} view */
export function untouched({ must_keep, offer, give }) {
  /** @type {Record<string, number>} */
  const given = {};
  for (const card of give?.spare ?? []) given[card] = (given[card] ?? 0) + 1;
  return { sent: -1, first: null, kept: new Set(must_keep === offer.length ? offer.keys() : []), given };
}

/** The cards of a board, in the order of the hand. @param {import("../types").BoardFile} board */
export const cardsOf = ({ colors }) => [...colors, "locomotive"];

/** @param {Pick<State, "looking" | "held">} state */
export const lookingAt = ({ looking, held }) => ({ ...looking, ...held });

/** @typedef {Pick<State, "view" | "first">} Drawing */

/** What lies at a place of the market, or is drawn from the deck. @param {View} view @param {number | "deck"} place */
const cardAt = (view, place) => (place === "deck" ? place : view.market[place] ?? "");

/** The draw of a card together with the first one, or, without a first one, of any two with it. @param {Drawing} state @param {number | "deck"} place */
export function pairWith({ view, first }, place) {
  const { cards } = view.legal, card = cardAt(view, place);
  if (first === null) return Object.entries(cards).find(([pair]) => pair.split(" ").includes(card))?.[1];
  const other = cardAt(view, first);
  return first === place && place !== "deck" ? undefined : cards[`${other} ${card}`] ?? cards[`${card} ${other}`];
}

/** Ways to pay for a place now. @param {View} view @param {Place} place @returns {readonly Payment[] | undefined} */
export const waysToPay = ({ legal }, place) =>
  typeof place === "number" ? legal.claim[place] : legal.station[place]?.ways;

/** Why a place can't be paid now. @param {View} view @param {Place} place */
export const whyNot = ({ why_not }, place) =>
  (typeof place === "number" ? why_not.routes[place] : why_not.stations[place]) ?? "";

/** @param {View} view */
export const maySearch = ({ outcome, you, help }) => outcome === null && you !== null && help;

/** @typedef {Pick<State, "view" | "turned">} Digging */

/** Whether a tunnel's tray is open. @param {Digging} state */
export const isDigging = ({ view, turned }) =>
  view.tunnel !== null && view.outcome === null && (turned !== null || view.phase === "tunnel");

/** Whether cards lie face down: until they are turned, nothing else tells what they are. @param {Digging} state */
export const isHiding = ({ view, turned }) =>
  turned !== null && view.outcome === null && turned < (view.tunnel?.cards.length ?? 0);

/** @typedef {Pick<State, "view" | "asksDecks" | "long">} Splitting */

/** Whether the tray of two decks is open. @param {Pick<State, "view" | "asksDecks">} state */
export const isSplitting = ({ view, asksDecks }) =>
  Object.keys(view.legal.split).length > 0 && (asksDecks || view.phase === "split_first");

/** How many tickets of each deck are to be drawn. @param {Splitting} state @returns {[short: number, long: number]} */
export function splitOf({ view: { special, legal }, long }) {
  const uneven = (/** @type {string} */ key) => Math.abs(Number(key.split(" ")[0]) - Number(key.split(" ")[1]));
  const chosen = `${(special.decks?.n ?? 0) - (long ?? 0)} ${long}`;
  const [even] = Object.keys(legal.split).sort((a, b) => uneven(a) - uneven(b));
  const key = legal.split[chosen] === undefined ? even ?? "0 0" : chosen;
  return /** @type {[number, number]} */ (key.split(" ").map(Number));
}

/** What the page is for now; in "tray" something is decided in the dock. @param {Digging & Splitting} state */
export function modeOf(state) {
  const { outcome, you, offer, passenger, give } = state.view;
  if (outcome) return "over";
  if (you === null) return "watch";
  return offer.length || passenger || give || isDigging(state) || isSplitting(state) ? "tray" : "play";
}
