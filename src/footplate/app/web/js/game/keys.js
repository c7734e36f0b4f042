/** All keys of the game's page, and what a press of the mouse or a finger closes. */

import { toggleSound, toggleTheme } from "../settings.js";
import * as spots from "./spots.js";
import { LETTERS, isDigging, isSplitting } from "./state.js";

/**
 * What keys can change.
 * @typedef {object} Game
 * @property {import("./actions.js").Actions} actions
 * @property {import("./pointing.js").Pointing} pointing
 * @property {import("./stage.js").Stage} stage
 */

/** @type {Record<string, number>} a ticket more of the long deck, or of the short one */
const SHIFTS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * @param {Game} game
 * @returns {() => void} stops listening
 */
export function listen(game) {
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener("keydown", (event) => hurry(game, event), { capture: true, signal });
  addEventListener("pointerdown", (event) => letGo(game, /** @type {Element} */ (event.target)), { capture: true, signal });
  addEventListener("keydown", (event) => onKey(game, event), { signal });
  addEventListener("keyup", (event) => event.key.toLowerCase() === "h" && game.actions.look({ lamp: false }), { signal });
  addEventListener("blur", () => game.actions.look({ lamp: false }), { signal });
  return () => stop.abort();
}

/** Any key finishes what moves; while a tunnel's cards turn it does no more. @param {Game} game @param {KeyboardEvent} event */
function hurry({ actions: { state }, stage }, event) {
  if (event.key === "Tab" || event.key === "Shift") return;
  if (state.turned !== null) {
    event.preventDefault();
    event.stopPropagation();
  }
  stage.flush();
}

/** A press finishes what moves, and closes what is open elsewhere. @param {Game} game @param {Element} target */
function letGo({ actions, pointing, stage }, target) {
  stage.flush();
  actions.tip.hide();
  actions.letGo();
  if (!target.closest(`${spots.POPOVER}, .route, .city`)) pointing.closePopover();
  if (!target.closest(".menu, .tools [aria-haspopup]")) actions.toggle("menu", false);
  if (!target.closest(".keys, .tools")) actions.toggle("keys", false);
  if (!target.closest(".signs, .bar, .tools [aria-haspopup]")) actions.toggle("signs", false);
  if (!target.closest(".side, .bar, .tools") && actions.state.sheet) actions.showSheet("");
}

/** @param {Game} game @param {KeyboardEvent} event */
function onKey(game, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const isTyping = /** @type {Element} */ (event.target).matches("input, textarea, select");
  const deed = event.key === "Escape" ? () => stepBack(game) : isTyping ? undefined : deedOf(game, event);
  deed?.();
  if (deed) event.preventDefault();
}

/** Escape. @param {Game} game */
function stepBack({ actions, pointing }) {
  const { state } = actions;
  actions.tip.hide();
  if (state.keys) actions.toggle("keys", false);
  else if (state.menu) actions.toggle("menu", false);
  else if (state.popover) pointing.closePopover(true);
  else if (state.finder) pointing.closeFinder();
  else if (state.slip) actions.closeSlip();
  else if (isDigging(state) || state.view.passenger) actions.decline();
  else if (state.asksDecks) actions.leaveDecks();
  else if (state.first !== null) actions.change({ first: null });
  else if (state.signs) actions.toggle("signs", false);
  else if (state.sheet) actions.showSheet("");
  else if (state.tab === "say") actions.showLog();
  else actions.look({ ticket: null, stack: null, found: null });
}

/** What a key does now: in the pop-over, else in the dock, else anywhere. @param {Game} game @param {KeyboardEvent} event @returns {(() => void) | undefined} */
function deedOf(game, event) {
  const { actions, pointing } = game;
  const { state, state: { view, popover, looking } } = actions;
  const target = /** @type {Element} */ (event.target);
  const onButton = target.closest("button, a") !== null;
  const isEnter = event.key === "Enter";
  const key = event.key.toLowerCase();
  const figure = /^[1-9]$/.test(key) ? Number(key) - 1 : null;
  const chosen = figure ?? (isEnter && !onButton ? 0 : null);
  const letter = key.length === 1 ? LETTERS.indexOf(key.toUpperCase()) : -1;
  const ticket = event.shiftKey ? Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0) - 1 : -1;
  if (state.tab === "say" && figure !== null && figure < view.phrases.length && target.closest(".talk, .tabs")) return () => actions.speak(figure);
  if (popover?.pinned && figure !== null) return () => pointing.pay(popover.place, figure);
  if (isSplitting(state)) {
    if (SHIFTS[event.key]) return () => actions.shiftDecks(SHIFTS[event.key]);
    if (isEnter && !target.closest(".deck-choices button")) return () => actions.drawSplit();
  } else if (view.give) {
    if (isEnter && !onButton) return () => actions.giveCards();
  } else if (chosen !== null && isDigging(state)) {
    return () => actions.payTunnel(chosen);
  } else if (chosen !== null && view.passenger) {
    return () => actions.takePassenger(chosen);
  }
  if (letter >= 0 && letter < view.offer.length) return () => actions.toggleTicket(letter);
  if (isEnter && view.offer.length && (!onButton || target.closest(".choice"))) return () => actions.keepTickets();
  if (ticket >= 0) return () => actions.look({ ticket: looking.ticket === ticket ? null : ticket });
  if (figure !== null && figure < view.market.length) return () => actions.take(figure);
  if (event.repeat) return key === "h" ? () => {} : undefined;
  if (key === " " && view.pace && !onButton) return () => actions.toggleHold();
  return PLAIN[key] && (() => PLAIN[key](game));
}

/** @type {Record<string, (game: Game) => void>} */
const PLAIN = {
  d: ({ actions }) => actions.draw(),
  t: ({ actions }) => actions.drawTickets(),
  c: ({ pointing }) => pointing.openFinder(),
  "/": ({ pointing }) => pointing.openFinder(),
  b: ({ pointing }) => pointing.openFinder(true),
  h: ({ actions }) => actions.look({ lamp: true }),
  s: ({ actions }) => actions.showSearch(),
  l: ({ actions }) => actions.showLog(),
  y: ({ actions }) => actions.showTalk(),
  n: () => toggleTheme(),
  m: () => toggleSound(),
  r: ({ actions }) => actions.review(),
  "?": ({ actions }) => actions.toggle("keys"),
};
