/** What the player points at on the map or finds by typing, and the pop-over in which it is paid. */

import { h } from "../dom.js";
import { pair, spelled } from "../pieces.js";
import * as spots from "./spots.js";
import { waysToPay, whyNot } from "./state.js";

/** @typedef {import("../board/map.js").Intent} Intent */
/** @typedef {import("./state.js").Place} Place */
/** @typedef {import("./actions.js").Words} Words */

const OPEN_AFTER = 120; // milliseconds
const CLOSE_AFTER = 400;
const MOST = 12; // places that are found

export class Pointing {
  /** @param {import("./actions.js").Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.state = actions.state;
    this.timer = 0; // for the pop-over to open or to close
  }

  /** In a new view: what can't be paid any more closes; a station that is begun is to be paid. */
  settle() {
    const { popover, view } = this.state;
    if (popover && !waysToPay(view, popover.place)) this.closePopover(true);
    const isBegun = view.phase === "station_payment" && view.to_move === view.you && !this.state.popover;
    if (isBegun && view.special.building) this.openPopover(view.special.building);
  }

  // ---------------------------------------------------------------- on the map

  /** @param {Intent} intent @param {number} route */
  atRoute(intent, route) {
    const { view, popover } = this.state;
    const can = Boolean(view.legal.claim[route]);
    if (intent === "hover" || intent === "focus") {
      this.actions.look(intent === "hover" ? { hovered: route } : { focused: route });
      if (can && intent === "hover") this.openPopoverSoon(route);
      else if (!can) this.whyNoClaim(route);
    } else if (intent === "leave" || intent === "blur") {
      this.actions.look(intent === "leave" ? { hovered: null } : { focused: null });
      this.actions.tip.hide();
      this.closePopoverSoon();
    } else if (!can) {
      this.closePopover();
      if (intent === "choose") this.whyNoClaim(route, 0);
    } else if (intent === "take") {
      this.pay(route, 0);
    } else if (popover?.pinned && popover.place === route) {
      this.closePopover(true);
    } else {
      this.openPopover(route);
    }
  }

  /** Where stations are built, a click begins one. @param {Intent} intent @param {string} city */
  atCity(intent, city) {
    const { board, view, popover } = this.state;
    const reason = whyNot(view, city);
    if (intent === "hover") this.actions.look({ city });
    else if (intent === "leave") this.actions.look({ city: null });
    if (intent === "leave" || intent === "blur") this.actions.tip.hide();
    if (intent !== "choose" || view.you === null) return;
    if (popover?.place === city) this.closePopover(true);
    else if (view.legal.station[city]) this.openPopover(city);
    else if (reason) {
      this.closePopover();
      this.actions.refuse(spots.onMap(board, city), [h("b", {}, spelled(city)), h("br"), reason]);
    }
  }

  /** @param {number} route @param {number} [delay] @param {(words: Words) => Words} [more] what else is said */
  whyNoClaim(route, delay, more = (words) => words) {
    const { board, costs, view } = this.state;
    if (view.you === null) return;
    const { a, b } = board.routes[route];
    const cost = view.owners[route] === null ? `${costs[route]} ` : "";
    const words = [h("b", {}, pair(a, b)), h("br"), cost, whyNot(view, route)];
    this.actions.tip.show(spots.onMap(board, route), more(words), delay);
  }

  // ---------------------------------------------------------------- the pop-over

  /** @param {Place} place @param {boolean} [pinned] @param {boolean} [all] ways to pay */
  openPopover(place, pinned = true, all = false) {
    const payments = waysToPay(this.state.view, place);
    if (!payments) return;
    clearTimeout(this.timer);
    this.state.popover = { place, pinned, all };
    this.actions.look({ payment: payments[0] });
  }

  /** The pointer rests on a route. @param {number} route */
  openPopoverSoon(route) {
    const { popover, finder } = this.state;
    clearTimeout(this.timer);
    if (popover?.pinned || popover?.place === route || finder) return;
    this.timer = setTimeout(() => this.openPopover(route, false), OPEN_AFTER);
  }

  closePopoverSoon() {
    this.keepPopover();
    if (this.state.popover?.pinned === false) this.timer = setTimeout(() => this.closePopover(), CLOSE_AFTER);
  }

  keepPopover() {
    clearTimeout(this.timer);
  }

  /** @param {boolean} [back] give the focus back to the route or the city */
  closePopover(back = false) {
    this.keepPopover();
    const { popover, board } = this.state;
    if (!popover) return;
    const hadFocus = this.actions.root.querySelector(spots.POPOVER)?.contains(document.activeElement);
    this.state.popover = null;
    this.actions.look({ payment: null });
    if (hadFocus) this.actions.focus(back ? spots.onMap(board, popover.place) : spots.MAP);
  }

  /** Pay for a route or a station, and close the pop-over. @param {Place} place @param {number} way */
  pay(place, way) {
    const { view } = this.state;
    const payment = waysToPay(view, place)?.[way];
    if (!payment) return;
    const first = typeof place === "number" ? null : view.legal.station[place].action;
    this.actions.act(first ?? payment.action, first === null ? [] : [payment.action]);
    this.closePopover();
  }

  // ---------------------------------------------------------------- the finder

  /** @param {boolean} [forStations] whether cities are looked for, else routes */
  openFinder(forStations = false) {
    const { special, players } = this.state.view;
    if (forStations && special.building === null && !players.some(({ stations }) => stations)) return;
    this.closePopover();
    this.find("", forStations);
  }

  /** Look for places by the names of cities. @param {string} typed @param {boolean} [forStations] */
  find(typed, forStations = this.state.finder?.forStations ?? false) {
    const { board, view } = this.state;
    const cities = board.cities.map(({ name }) => name).filter((name) => isMeant(name, typed));
    const isNear = (/** @type {number} */ n) => cities.includes(board.routes[n].a) || cities.includes(board.routes[n].b);
    const places = forStations ? cities.filter((city) => view.legal.station[city] || view.why_not.stations[city])
      : [...board.routes.keys()].filter((route) => view.owners[route] === null && isNear(route));
    const found = places.map((place) => ({ place, can: Boolean(waysToPay(view, place)), reason: whyNot(view, place) }));
    this.choose({ forStations, found: found.sort((a, b) => Number(b.can) - Number(a.can)).slice(0, MOST), at: 0 });
  }

  /** The next of what was found, or the one before. @param {1 | -1} step */
  stepFinder(step) {
    const { finder } = this.state;
    const n = finder?.found.length;
    if (n) this.choose({ ...finder, at: (finder.at + step + n) % n });
  }

  /** @param {import("./state.js").Finding} finder */
  choose(finder) {
    const place = finder.found[finder.at]?.place;
    this.state.finder = finder;
    this.actions.look(typeof place === "number" ? { found: place, city: null } : { found: null, city: place ?? null });
  }

  /** Go on to the ways to pay. @param {number} [at] */
  takeFound(at = this.state.finder?.at ?? 0) {
    const { view, finder } = this.state;
    const place = finder?.found[at]?.place;
    if (place === undefined) return;
    if (!waysToPay(view, place)) return this.actions.refuse(spots.FINDER, whyNot(view, place));
    this.closeFinder();
    this.openPopover(place);
  }

  /** @param {boolean} [back] give the focus to the map */
  closeFinder(back = false) {
    if (!this.state.finder) return;
    this.state.finder = null;
    this.actions.look({ found: null, city: null });
    if (back) this.actions.focus(spots.MAP);
  }
}

/** Whether a city's name, or a word of it, begins as typed. @param {string} city @param {string} typed */
const isMeant = (city, typed) => [city, spelled(city)].map(plain)
  .some((name) => [name, ...name.split(/[\s.-]+/)].some((word) => word.startsWith(plain(typed))));

/** Without accents and case. @param {string} words */
const plain = (words) => words.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim();
