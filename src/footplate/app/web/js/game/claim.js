/** The pop-over beside a route or a city: what it costs, the ways to pay, best first, and what it does for a ticket. */

import { h } from "../dom.js";
import { airy, fromTo, pair, spelled } from "../pieces.js";
import { ticketNote } from "./map_state.js";
import { findSpot } from "./claim_place.js";
import { foldedRows } from "./payments.js";
import { houseIcon } from "./reserve.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Payment} Payment */
/** @typedef {import("./page.js").GamePage} GamePage */

const OPEN_AFTER = 120; // milliseconds
const CLOSE_AFTER = 400;
const TURNED = { below: "rotate(45deg)", above: "rotate(225deg)", right: "rotate(-45deg)", left: "rotate(135deg)" };

export class ClaimPopover {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    /** @type {number | null} */
    this.route = null;
    /** @type {string | null} where a station would stand */
    this.city = null;
    this.pinned = false; // by a click or a key: it stays and has the focus
    /** @type {HTMLElement | null} */
    this.element = null;
    this.timer = 0;
  }

  get isOpen() {
    return this.element !== null;
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
    const { a, b } = this.game.board.routes[route];
    this.close();
    this.route = route;
    this.show(pinned, payments, `Claim ${fromTo({ a, b })}`, "",
      h("h3", {}, pair(a, b)), h("div", { class: "cost" }, this.game.costs[route]),
      foldedRows(this.game, payments, all, (way) => this.game.pay(route, way), () => this.open(route, true, true)),
      ticketNote(this.game.view, this.game.board, route));
  }

  /** A station: the house stands there at once, and Escape takes it away. @param {string} city @param {boolean} [all] ways to pay */
  openStation(city, all = false) {
    const { view } = this.game;
    const offer = view.legal.station[city];
    if (!offer) return;
    this.close();
    this.city = city;
    this.show(true, offer.ways, `Station in ${spelled(city)}`, " station-pop",
      h("h3", {}, houseIcon(view.players[view.you ?? 0].livery), `Station in ${spelled(city)}`), h("div", { class: "cost" }, offer.cost),
      foldedRows(this.game, offer.ways, all, (way) => this.game.build(city, way), () => this.openStation(city, true)),
      offer.lends && h("div", { class: "note" }, airy(offer.lends)));
  }

  /**
   * @param {boolean} pinned
   * @param {readonly Payment[]} payments
   * @param {string} name
   * @param {string} kind
   * @param {(import("../dom.js").Child | import("../dom.js").Child[])[]} content
   */
  show(pinned, payments, name, kind, ...content) {
    this.pinned = pinned;
    this.element = h("div", {
      class: `pop${kind}`, role: "dialog", "aria-label": name,
      onpointerenter: () => clearTimeout(this.timer), onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.leave(),
    }, h("span", { class: "arrow" }), ...content);
    this.game.mapPanel.append(this.element);
    this.place();
    roving(this.element, "button");
    if (pinned) /** @type {HTMLElement | null} */ (this.element.querySelector(".pay"))?.focus({ preventScroll: true });
    this.game.change({ payment: payments[0] });
  }

  place() {
    if (!this.element) return;
    this.element.style.maxHeight = "";
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const spot = findSpot(this.game.map, this.route ?? this.city ?? "", width, height);
    this.element.style.left = `${spot.x}px`;
    this.element.style.top = `${spot.y}px`;
    this.element.classList.toggle("scrolls", spot.most !== undefined);
    if (spot.most !== undefined) this.element.style.maxHeight = `${spot.most}px`;
    const arrow = /** @type {HTMLElement} */ (this.element.querySelector(".arrow"));
    const along = (/** @type {number} */ at, /** @type {number} */ most) => `${Math.max(14, Math.min(most - 28, at - 7))}px`;
    const [edge, axis] = { below: ["top", "left"], above: ["bottom", "left"], right: ["left", "top"], left: ["right", "top"] }[spot.side];
    arrow.style.cssText = `${edge}:-8px;${axis}:${axis === "left" ? along(spot.toX, width) : along(spot.toY, height)};transform:${TURNED[spot.side]}`;
  }

  /** Pay for what the pop-over stands beside. @param {number} way */
  pay(way) {
    if (this.route !== null) this.game.pay(this.route, way);
    else if (this.city !== null) this.game.build(this.city, way);
  }

  /** @param {boolean} [back] give the focus back to the route or the city */
  close(back = false) {
    clearTimeout(this.timer);
    const { route, city } = this;
    const hadFocus = this.element?.contains(document.activeElement) ?? false;
    this.element?.remove();
    this.element = null;
    this.route = null;
    this.city = null;
    this.pinned = false;
    if (route === null && city === null) return;
    if (back && hadFocus) this.game.map.focusPlace(route ?? city ?? "");
    this.game.change({ payment: null });
  }

  /** A new view: what can't be paid any more closes; a station that is begun is to be paid. @param {View} view */
  update(view) {
    if (this.route !== null && !view.legal.claim[this.route]) this.close(true);
    if (this.city !== null && !view.legal.station[this.city]) this.close(true);
    if (view.phase === "station_payment" && view.to_move === view.you && view.special.building && !this.isOpen) this.openStation(view.special.building);
  }
}
