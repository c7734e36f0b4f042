/** What the map shows, from the view and from what the player looks at now. */

import { h } from "../dom.js";
import { fromTo, listed, pair } from "../pieces.js";
import { markedRoutes } from "./search_figures.js";
import { LETTERS, isDigging } from "./state.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").BoardFile} BoardFile */

/**
 * @param {BoardFile} board
 * @param {Pick<import("./state.js").State, "view" | "popover" | "kept" | "turned" | "search"> & import("./state.js").Looking} shown
 * @returns {import("../board/map.js").MapState}
 */
export function mapState(board, { view, popover, kept, turned, search, ...ui }) {
  const city = typeof popover?.place === "string" ? popover.place : null;
  const ticket = ui.ticket === null ? null : view.tickets[ui.ticket] ?? null;
  const offer = ui.offer === null ? null : view.offer[ui.offer] ?? null;
  const station = city === null ? null : view.legal.station[city] ?? null;
  const lit = station ? station.opens : ui.lamp ? payable(view) : ui.stack ? payableWith(view, ui.stack) : ui.logged !== null ? [ui.logged] : [];
  const dug = view.tunnel && isDigging({ view, turned }) ? view.tunnel.route : null;
  const waits = turned !== null && !view.tunnel?.due ? view.tunnel?.route : undefined; // its trains come when all cards lie open
  const pointed = ui.hovered !== null && view.legal.claim[ui.hovered] ? ui.hovered : null;
  const oneLamp = ticket || offer || lit.length || ui.hovered !== null; // then the focus keeps its ring only
  return {
    owners: view.owners.map((owner, n) => (n === waits ? null : owner)), closed: view.closed, players: view.players, fresh: view.outcome ? [] : view.fresh, you: view.you,
    hovered: typeof popover?.place === "number" ? popover.place : dug ?? ui.found ?? (oneLamp ? pointed : ui.focused),
    lit,
    payable: payable(view),
    way: ticket ? [...ticket.way, ...(ticket.second?.way ?? [])] : offer?.way ?? [],
    cities: station && city ? [city] : ticket ? ticketEnds(ticket) : ui.city && view.legal.station[ui.city] ? [ui.city] : ui.shown,
    stations: station && city && view.you !== null ? { ...view.special.stations, [city]: view.you } : view.special.stations,
    buildable: Object.keys(view.legal.station),
    passengers: figuresBy(view.special),
    districts: view.special.districts,
    mine: view.outcome ? [] : [...new Set(view.tickets.filter(({ state }) => state === "open").flatMap(ticketEnds))],
    letters: lettersOf(view.offer, kept), marks: markedRoutes(search.report), notes: routeNotes(view, board), reasons: view.why_not.routes,
  };
}

/** The letters of tickets on offer, at their cities. @param {View["offer"]} offer @param {ReadonlySet<number>} kept */
const lettersOf = (offer, kept) => offer.flatMap(({ a, b, goals }, n) => {
  /** @type {{ city: string, value: number | null }[]} */
  const ends = goals.length ? goals.map(({ place, points }) => ({ city: place, value: points })) : [{ city: b, value: null }];
  return [{ city: a, value: null }, ...ends].map(({ city, value }) => ({ city, value, letter: LETTERS[n], kept: kept.has(n) }));
});

/** The places that a ticket names. @param {import("../types").TicketView} ticket */
const ticketEnds = ({ a, b, goals }) => (goals.length ? [a, ...goals.map(({ place }) => place)] : [a, b]);

/** By city or country, a colour for every passenger who waits there. @param {import("../types").SpecialView} special */
export function figuresBy({ passengers }) {
  return Object.fromEntries(Object.entries(passengers?.waiting ?? {}).map(([place, waiting]) => [place, listed(waiting)]));
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
  const name = h("b", {}, ticket.title || pair(ticket.a, ticket.b));
  return left <= 0 ? h("div", { class: "note" }, "Completes ", name, view.players[0].race ? "" : `, +${ticket.points}`) : h("div", { class: "note" }, `Then ${left} to lay for `, name);
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
