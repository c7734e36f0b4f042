/** The pop-over beside a route or a city: what it costs, the ways to pay, best first, and what it does for a ticket. */

import { h } from "../dom.js";
import { airy, fromTo, pair, spelled } from "../pieces.js";
import { ticketNote } from "./map_state.js";
import { findSpot } from "./claim_place.js";
import { foldedRows } from "./payments.js";
import { houseIcon } from "./reserve.js";
import { roving } from "./roving.js";
import { waysToPay } from "./state.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../board/map.js").BoardMap} BoardMap */

const TURNED = { below: "rotate(45deg)", above: "rotate(225deg)", right: "rotate(-45deg)", left: "rotate(135deg)" };

export class ClaimPopover {
  /**
   * @param {BoardMap} map
   * @param {readonly string[]} costs of routes
   * @param {Pick<import("./actions.js").Actions, "look">} actions
   * @param {Pick<import("./pointing.js").Pointing, "openPopover" | "closePopoverSoon" | "keepPopover" | "pay">} pointing
   */
  constructor(map, costs, actions, pointing) {
    this.map = map;
    this.costs = costs;
    this.actions = actions;
    this.pointing = pointing;
    /** @type {import("./state.js").Popover | null} */
    this.shown = null;
    /** @type {HTMLElement | null} */
    this.element = null;
  }

  /** Once open it stays as it is. @param {Pick<import("./state.js").State, "popover" | "map" | "view">} shown */
  update({ popover, map, view }) {
    if (popover === this.shown || !map) return;
    this.shown = popover;
    this.element?.remove();
    this.element = null;
    if (!popover) return;
    const { place, pinned, all } = popover;
    const rows = foldedRows(waysToPay(view, place) ?? [], all, (way) => this.pointing.pay(place, way),
      (payment) => this.actions.look({ payment }), () => this.pointing.openPopover(place, true, true));
    const [kind, label, head, cost, note] = typeof place === "number" ? this.aboutRoute(view, place) : aboutStation(view, place);
    this.element = h("div", {
      class: kind, role: "dialog", "aria-label": label, onpointerenter: () => this.pointing.keepPopover(),
      onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.pointing.closePopoverSoon(),
    }, h("span", { class: "arrow" }), h("h3", {}, head), h("div", { class: "cost" }, cost), rows, note);
    this.map.root.append(this.element);
    this.place();
    roving(this.element, "button");
    if (pinned) /** @type {HTMLElement | null} */ (this.element.querySelector(".pay"))?.focus({ preventScroll: true });
  }

  /** @param {View} view @param {number} route @returns {Words} */
  aboutRoute(view, route) {
    const { board } = this.map;
    const { a, b } = board.routes[route];
    return ["pop", `Claim ${fromTo({ a, b })}`, [pair(a, b)], this.costs[route], ticketNote(view, board, route)];
  }

  place() {
    if (!this.element || !this.shown) return;
    this.element.style.maxHeight = "";
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const spot = findSpot(this.map, this.shown.place, width, height);
    this.element.style.left = `${spot.x}px`;
    this.element.style.top = `${spot.y}px`;
    this.element.classList.toggle("scrolls", spot.most !== undefined);
    if (spot.most !== undefined) this.element.style.maxHeight = `${spot.most}px`;
    const arrow = /** @type {HTMLElement} */ (this.element.querySelector(".arrow"));
    const along = (/** @type {number} */ at, /** @type {number} */ most) => `${Math.max(14, Math.min(most - 28, at - 7))}px`;
    const [edge, axis] = { below: ["top", "left"], above: ["bottom", "left"], right: ["left", "top"], left: ["right", "top"] }[spot.side];
    arrow.style.cssText = `${edge}:-8px;${axis}:${axis === "left" ? along(spot.toX, width) : along(spot.toY, height)};transform:${TURNED[spot.side]}`;
  }
}

/** Class, name, heading, cost, and what it is good for. @typedef {[string, string, import("../dom.js").Child[], string, import("../dom.js").Child]} Words */

/** The house stands there at once, and Escape takes it away. @param {View} view @param {string} city @returns {Words} */
function aboutStation({ legal, players, you }, city) {
  const { cost, lends } = legal.station[city];
  const name = `Station in ${spelled(city)}`;
  return ["pop station-pop", name, [houseIcon(players[you ?? 0].livery), name], cost, lends && h("div", { class: "note" }, airy(lends))];
}
