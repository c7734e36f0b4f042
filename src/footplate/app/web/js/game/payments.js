/** Ways to pay, best first: small cards, words, a short reason and the key. Pop-overs and the tunnel's tray show the same rows. */

import { h } from "../dom.js";
import { miniCard } from "../pieces.js";

/** @typedef {import("../types").Payment} Payment */
/** @typedef {import("./page.js").GamePage} GamePage */

const FOLD_BELOW = 860; // pixels of window height
const WAYS_WHEN_FOLDED = 2;
const MANY = 3; // cards: more lie over one another

/** Small cards, as many as are paid. @param {Record<string, number>} cards */
export function paidCards(cards) {
  const all = Object.entries(cards).flatMap(([card, n]) => Array.from({ length: n }, () => miniCard(card)));
  return h("span", { class: all.length > MANY ? "cards-paid many" : "cards-paid" }, all);
}

/** "1 white, 1 loco", so that a way to pay has room in a row. @param {string} words */
const short = (words) => words.replaceAll("locomotive", "loco");

/**
 * @param {GamePage} game
 * @param {readonly Payment[]} payments
 * @param {(way: number) => void} pay
 * @returns {HTMLElement[]}
 */
export function payRows(game, payments, pay) {
  return payments.map((payment, n) => {
    const raise = () => game.change({ payment });
    return h("button", { type: "button", class: n ? "pay" : "pay best", onclick: () => pay(n), onpointerenter: raise, onfocus: raise },
      paidCards(payment.cards),
      h("span", { class: "for-readers" }, `Pay ${payment.words}, ${payment.why}`),
      h("span", { "aria-hidden": "true" }, short(payment.words), " ", h("small", {}, short(payment.why))),
      n < 9 && h("kbd", { "aria-hidden": "true" }, n ? n + 1 : "Enter"));
  });
}

/**
 * The rows of a pop-over: where the window is low, the later ones wait behind a button.
 * @param {GamePage} game
 * @param {readonly Payment[]} payments
 * @param {boolean} all
 * @param {(way: number) => void} pay
 * @param {() => void} showAll
 */
export function foldedRows(game, payments, all, pay, showAll) {
  const rows = payRows(game, payments, pay);
  const shown = all || innerHeight >= FOLD_BELOW ? rows : rows.slice(0, WAYS_WHEN_FOLDED);
  const hidden = rows.length - shown.length;
  return [...shown, hidden > 0 && h("button", { type: "button", class: "more", onclick: showAll }, `${hidden} more ${hidden > 1 ? "ways" : "way"} to pay`)];
}
