/** All keys of the game's page. */

import { toggleSound, toggleTheme } from "./menu.js";
import { LETTERS } from "./tray.js";

/** @typedef {import("./page.js").GamePage} GamePage */

/**
 * @param {GamePage} game
 * @returns {() => void} stops listening
 */
export function listenToKeys(game) {
  const stop = new AbortController();
  addEventListener("keydown", (event) => onKey(game, event), { signal: stop.signal });
  addEventListener("keyup", (event) => event.key.toLowerCase() === "h" && game.change({ lamp: false }), { signal: stop.signal });
  addEventListener("blur", () => game.change({ lamp: false }), { signal: stop.signal });
  return () => stop.abort();
}

/** @param {GamePage} game @param {KeyboardEvent} event */
function onKey(game, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("input, textarea, select") && event.key !== "Escape") return;
  const handled = event.key === "Escape" ? escape(game) : payKeys(game, event) || dockKeys(game, event) || trayKeys(game, event) || ticketKeys(game, event) || plainKeys(game, event);
  if (handled) event.preventDefault();
}

/** @param {GamePage} game */
function escape(game) {
  game.tip.hide();
  if (game.keysSheet.isOpen) game.keysSheet.close();
  else if (game.menu.isOpen) game.menu.close();
  else if (game.claim.isOpen) game.claim.close(true);
  else if (game.finder.isOpen) game.finder.close();
  else if (game.slip.isOpen) game.slip.close();
  else if (game.tunnel.isOpen) game.tunnel.takeBack();
  else if (game.passenger.isOpen) game.passenger.takeNone();
  else if (game.decks.stepBack()) return true;
  else if (game.frame.isSideOpen) game.frame.openSide(false);
  else game.change({ ticket: null, stack: null, found: null });
  return true;
}

/** Inside the pop-over: 2, 3, 4 pay another way. @param {GamePage} game @param {KeyboardEvent} event */
function payKeys(game, event) {
  const { isOpen, pinned } = game.claim;
  if (!isOpen || !pinned || !/^[1-9]$/.test(event.key)) return false;
  game.claim.pay(Number(event.key) - 1);
  return true;
}

/** What is decided in the dock takes the figures, and Enter where no button has the focus. @param {GamePage} game @param {KeyboardEvent} event */
function dockKeys(game, event) {
  const figure = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
  const onButton = /** @type {HTMLElement} */ (event.target).closest("button, a") !== null;
  const chosen = figure ?? (event.key === "Enter" && !onButton ? 0 : null);
  if (game.decks.isOpen) return game.decks.onKey(event);
  if (game.give.isOpen && event.key === "Enter" && !onButton) game.give.give();
  else if (game.tunnel.isOpen && chosen !== null) game.tunnel.pay(chosen);
  else if (game.passenger.isOpen && chosen !== null) game.passenger.take(chosen);
  else return false;
  return true;
}

/** @param {GamePage} game @param {KeyboardEvent} event */
function trayKeys(game, event) {
  if (!game.tray.isOpen) return false;
  const n = LETTERS.indexOf(event.key.toUpperCase());
  if (n >= 0 && n < game.view.offer.length && event.key.length === 1) {
    game.tray.toggle(n);
    return true;
  }
  const onButton = /** @type {HTMLElement} */ (event.target).closest("button, a") && !/** @type {HTMLElement} */ (event.target).closest(".choice");
  if (event.key !== "Enter" || onButton) return false;
  game.tray.keep();
  return true;
}

/** @param {GamePage} game @param {KeyboardEvent} event */
function ticketKeys(game, event) {
  const digit = /^Digit([1-9])$/.exec(event.code);
  if (!event.shiftKey || !digit) return false;
  const n = Number(digit[1]) - 1;
  if (n < game.view.tickets.length) game.change({ ticket: game.ui.ticket === n ? null : n });
  return true;
}

/** @param {GamePage} game @param {KeyboardEvent} event */
function plainKeys(game, event) {
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key) && Number(key) <= game.view.market.length) {
    game.market.take(Number(key) - 1);
    return true;
  }
  if (event.repeat) return key === "h";
  if (key === " " && game.view.pace && !/** @type {HTMLElement} */ (event.target).closest("button, a")) {
    game.watching.toggle();
    return true;
  }
  const action = PLAIN[key];
  action?.(game);
  return Boolean(action);
}

/** @type {Record<string, (game: GamePage) => unknown>} */
const PLAIN = {
  d: (game) => game.market.draw(),
  t: (game) => game.market.drawTickets(),
  c: (game) => game.finder.open(),
  "/": (game) => game.finder.open(),
  b: (game) => game.finder.openCities(),
  h: (game) => game.change({ lamp: true }),
  s: (game) => game.frame.showSearch(!game.search.isOn),
  l: (game) => game.frame.showLog(),
  n: () => toggleTheme(),
  m: () => toggleSound(),
  "?": (game) => game.keysSheet.toggle(),
};
