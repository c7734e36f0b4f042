/** What the map shows, from the view and from what the player looks at now. */

import { EMPTY_STATE } from "../board/map.js";
import { h } from "../dom.js";
import { fromTo, pair } from "../pieces.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").BoardFile} BoardFile */
/** @typedef {import("../types").Payment} Payment */
/** @typedef {import("./page.js").GamePage} GamePage */
/**
 * @typedef {object} Looking
 * @property {number | null} hovered route under the pointer
 * @property {number | null} focused route with the focus
 * @property {number | null} found route of the finder
 * @property {number | null} logged route of a line of the log
 * @property {number | null} ticket of yours
 * @property {number | null} offer
 * @property {string | null} stack of the hand
 * @property {Payment | null} payment
 * @property {readonly string[]} shown cities of a ticket on the result
 * @property {boolean} lamp
 */

/** @type {Readonly<Looking>} */
export const AT_NOTHING = {
  hovered: null, focused: null, found: null, logged: null, ticket: null, offer: null, stack: null, payment: null, shown: [], lamp: false,
};

/** @param {GamePage} game @returns {import("../board/map.js").MapState} */
export function mapState({ view, board, looking: ui, claim, tray, search }) {
  const ticket = ui.ticket === null ? null : view.tickets[ui.ticket] ?? null;
  const offer = ui.offer === null ? null : view.offer[ui.offer] ?? null;
  const lit = ui.lamp ? payable(view) : ui.stack ? payableWith(view, ui.stack) : ui.logged !== null ? [ui.logged] : [];
  const pointed = ui.hovered !== null && view.legal.claim[ui.hovered] ? ui.hovered : null;
  const oneLamp = ticket || offer || lit.length || ui.hovered !== null; // then the focus keeps its ring only
  return {
    ...EMPTY_STATE,
    owners: view.owners, closed: view.closed, players: view.players, fresh: view.outcome ? [] : view.fresh, you: view.you,
    hovered: claim.route ?? ui.found ?? (oneLamp ? pointed : ui.focused),
    lit,
    payable: payable(view),
    way: ticket?.way ?? offer?.way ?? [],
    cities: ticket ? [ticket.a, ticket.b] : ui.shown,
    stations: Object.fromEntries(view.players.flatMap(({ seat, stations }) => stations.map((city) => [city, seat]))),
    passengers: Object.fromEntries(Object.entries(view.waiting).map(([place, there]) => [place, Object.entries(there).flatMap(([color, n]) => Array(n).fill(color))])),
    letters: tray.letters(view), marks: search.marks(), notes: routeNotes(view, board), reasons: view.why_not.routes,
  };
}

/** @param {View} view */
const payable = (view) => Object.keys(view.legal.claim).map(Number);

/** Routes that a card could help to pay now. @param {View} view @param {string} card */
export function payableWith(view, card) {
  return Object.entries(view.legal.claim).filter(([, ways]) => ways.some((way) => way.cards[card])).map(([route]) => Number(route));
}

/** The open ticket that a free route brings furthest. @param {View} view @param {number} route */
function ticketOf(view, route) {
  const on = view.tickets.filter((ticket) => ticket.state === "open" && ticket.way.includes(route) && view.owners[route] === null);
  return on.sort((a, b) => (a.trains_needed ?? 0) - (b.trains_needed ?? 0))[0] ?? null;
}

/** What a screen reader says of routes on a ticket's way. @param {View} view @param {BoardFile} board */
function routeNotes(view, board) {
  /** @type {Record<number, string>} */
  const notes = {};
  for (const route of new Set(view.tickets.flatMap((ticket) => ticket.way))) {
    const ticket = ticketOf(view, route);
    if (ticket) notes[route] = `${ticket.trains_needed === board.routes[route].length ? "completes" : "on the way of"} ${fromTo(ticket)}`;
  }
  return notes;
}

/** The green line of the pop-over: what a claim does for a ticket. @param {View} view @param {BoardFile} board @param {number} route */
export function ticketNote(view, board, route) {
  const ticket = ticketOf(view, route);
  if (!ticket) return null;
  const left = (ticket.trains_needed ?? 0) - board.routes[route].length;
  const name = h("b", {}, pair(ticket.a, ticket.b));
  return left <= 0 ? h("div", { class: "note" }, "Completes ", name, `, +${ticket.points}`) : h("div", { class: "note" }, `Then ${left} to lay for `, name);
}

/** What the others did since your last action, or before it. @param {View} view */
export function othersTurn({ events, you }) {
  const isMine = (/** @type {number} */ n) => events[n].seat === you;
  let end = events.length;
  while (end > 0 && isMine(end - 1)) end -= 1;
  let start = end;
  while (start > 0 && !isMine(start - 1)) start -= 1;
  return you === null ? events.slice(-1) : events.slice(start, end);
}
