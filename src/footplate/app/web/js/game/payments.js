/** Ways to pay, best first: small cards, words, a short reason and the key. Pop-overs and the tunnel's tray show the same rows. */

import { h } from "../dom.js";
import { listed, miniCard } from "../pieces.js";

/** @typedef {import("../types").Payment} Payment */

const FOLD_BELOW = 860; // pixels of window height
const WAYS_WHEN_FOLDED = 2;
const MANY = 3; // cards: more lie over one another

/** Small cards, as many as are paid. @param {Record<string, number>} cards */
export function paidCards(cards) {
  const all = listed(cards).map(miniCard);
  return h("span", { class: all.length > MANY ? "cards-paid many" : "cards-paid" }, all);
}

/** "1 white, 1 loco", so that a way to pay has room in a row. @param {string} words */
const short = (words) => words.replaceAll("locomotive", "loco");

/**
 * @param {readonly Payment[]} payments
 * @param {(way: number) => void} pay
 * @param {(payment: Payment) => void} [point] at a way to pay
 * @returns {HTMLElement[]}
 */
export function payRows(payments, pay, point = () => {}) {
  return payments.map((payment, n) => {
    const raise = () => point(payment);
    return h("button", { type: "button", class: n ? "pay" : "pay best", onclick: () => pay(n), onpointerenter: raise, onfocus: raise },
      paidCards(payment.cards),
      h("span", { class: "for-readers" }, `Pay ${payment.words}, ${payment.why}`),
      h("span", { "aria-hidden": "true" }, short(payment.words), " ", h("small", {}, short(payment.why))),
      n < 9 && h("kbd", { "aria-hidden": "true" }, n ? n + 1 : "Enter"));
  });
}

/**
 * The rows of a pop-over: where the window is low, the later ones wait behind a button.
 * @param {readonly Payment[]} payments
 * @param {boolean} all
 * @param {(way: number) => void} pay
 * @param {(payment: Payment) => void} point
 * @param {() => void} showAll
 */
export function foldedRows(payments, all, pay, point, showAll) {
  const rows = payRows(payments, pay, point);
  const shown = all || innerHeight >= FOLD_BELOW ? rows : rows.slice(0, WAYS_WHEN_FOLDED);
  const hidden = rows.length - shown.length;
  return [...shown, hidden > 0 && h("button", { type: "button", class: "more", onclick: showAll }, `${hidden} more ${hidden > 1 ? "ways" : "way"} to pay`)];
}
