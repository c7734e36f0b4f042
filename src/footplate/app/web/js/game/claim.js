/** The claim pop-over: a route's cost, the ways to pay it, best first, and what it does for a ticket. */

import { h } from "../dom.js";
import { fromTo, miniCard, pair } from "../pieces.js";
import { ticketNote } from "./map_state.js";
import { findSpot } from "./claim_place.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Payment} Payment */
/** @typedef {import("./page.js").GamePage} GamePage */

const OPEN_AFTER = 120; // milliseconds
const CLOSE_AFTER = 400;
const FOLD_BELOW = 860; // pixels of window height
const WAYS_WHEN_FOLDED = 2;
const TURNED = { below: "rotate(45deg)", above: "rotate(225deg)", right: "rotate(-45deg)", left: "rotate(135deg)" };

export class ClaimPopover {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {number | null} */
    this.route = null;
    this.pinned = false; // by a click or a key: it stays and has the focus
    /** @type {HTMLElement | null} */
    this.element = null;
    this.timer = 0;
  }

  /** The pointer rests on a route. @param {number} route */
  hover(route) {
    clearTimeout(this.timer);
    if (this.pinned || this.route === route || this.game.finder.isOpen) return;
    this.timer = setTimeout(() => this.open(route, false), OPEN_AFTER);
  }

  leave() {
    clearTimeout(this.timer);
    if (!this.pinned && this.route !== null) this.timer = setTimeout(() => this.close(), CLOSE_AFTER);
  }

  /** @param {number} route @param {boolean} pinned @param {boolean} [all] ways to pay */
  open(route, pinned, all = false) {
    const payments = this.game.view.legal.claim[route];
    if (!payments) return;
    this.close();
    this.route = route;
    this.pinned = pinned;
    this.element = this.build(route, payments, all || innerHeight >= FOLD_BELOW);
    this.game.mapPanel.append(this.element);
    this.place();
    roving(this.element, "button");
    if (pinned) /** @type {HTMLElement | null} */ (this.element.querySelector(".pay"))?.focus({ preventScroll: true });
    this.game.change({ payment: payments[0] });
  }

  /** @param {number} route @param {readonly Payment[]} payments @param {boolean} all */
  build(route, payments, all) {
    const { a, b } = this.game.board.routes[route];
    const shown = all ? payments : payments.slice(0, WAYS_WHEN_FOLDED);
    const hidden = payments.length - shown.length;
    const note = ticketNote(this.game.view, this.game.board, route);
    return h("div", {
      class: "pop", role: "dialog", "aria-label": `Claim ${fromTo({ a, b })}`,
      onpointerenter: () => clearTimeout(this.timer), onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.leave(),
    },
    h("span", { class: "arrow" }), h("h3", {}, pair(a, b)), h("div", { class: "cost" }, this.game.costs[route]),
    shown.map((payment, n) => this.way(route, payment, n)),
    hidden > 0 && h("button", { type: "button", class: "more", onclick: () => this.open(route, true, true) }, `${hidden} more ${hidden > 1 ? "ways" : "way"} to pay`),
    note);
  }

  /** @param {number} route @param {Payment} payment @param {number} n */
  way(route, payment, n) {
    const cards = Object.entries(payment.cards).flatMap(([card, count]) => Array.from({ length: count }, () => miniCard(card)));
    const raise = () => this.game.change({ payment });
    return h("button", {
      type: "button", class: n ? "pay" : "pay best",
      onclick: () => this.game.pay(route, n), onpointerenter: raise, onfocus: raise,
    },
    h("span", { class: cards.length > 3 ? "cards-paid many" : "cards-paid" }, cards),
    h("span", {}, h("span", { class: "for-readers" }, "Pay "), payment.words, " ", h("small", {}, payment.why)),
    n < 9 && h("kbd", { "aria-hidden": "true" }, n ? n + 1 : "Enter"));
  }

  place() {
    if (!this.element || this.route === null) return;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const spot = findSpot(this.game.map, this.route, width, height);
    this.element.style.left = `${spot.x}px`;
    this.element.style.top = `${spot.y}px`;
    const arrow = /** @type {HTMLElement} */ (this.element.querySelector(".arrow"));
    const along = (/** @type {number} */ at, /** @type {number} */ most) => `${Math.max(14, Math.min(most - 28, at - 7))}px`;
    const [edge, axis] = { below: ["top", "left"], above: ["bottom", "left"], right: ["left", "top"], left: ["right", "top"] }[spot.side];
    arrow.style.cssText = `${edge}:-8px;${axis}:${axis === "left" ? along(spot.toX, width) : along(spot.toY, height)};transform:${TURNED[spot.side]}`;
  }

  /** @param {boolean} [back] give the focus back to the route */
  close(back = false) {
    clearTimeout(this.timer);
    const route = this.route;
    const hadFocus = this.element?.contains(document.activeElement) ?? false;
    this.element?.remove();
    this.element = null;
    this.route = null;
    this.pinned = false;
    if (route === null) return;
    if (back && hadFocus) this.game.map.focusRoute(route);
    this.game.change({ payment: null });
  }

  /** A new view: what can't be paid any more closes. @param {View} view */
  update(view) {
    if (this.route !== null && !view.legal.claim[this.route]) this.close(true);
  }
}
