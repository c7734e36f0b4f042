/** The map: it gets a board, where everything lies, and what to show; it says what the player points at and chooses. */

import { fill, h, s, set } from "../dom.js";
import { toolButton } from "../pieces.js";
import { drawDots, drawNameboards, drawNames, drawOwn, drawPassengers, drawStamps, drawStations, neighbour } from "./cities.js";
import { cityMeant, routeMeant } from "./finger.js";
import { drawFurniture, drawGround } from "./ground.js";
import { middle, px } from "./paths.js";
import { ROUTE_LAYERS, RouteDrawing } from "./route.js";
import { cityName, routeName } from "./words.js";
import { Zoom, placeButtons } from "./zoom.js";

/** @typedef {import("../types").MapGeometry} MapGeometry */
/** @typedef {import("../types").BoardFile} BoardFile */
/**
 * What to show. Routes are numbers, cities names.
 * @typedef {object} MapState
 * @property {(number | null)[]} owners seats
 * @property {readonly number[]} closed
 * @property {readonly { name: string, livery: number }[]} players by seat
 * @property {readonly number[]} fresh claimed since your last action
 * @property {number | null} hovered
 * @property {readonly number[]} payable that you can claim now
 * @property {readonly number[]} lit routes that the player asked to see
 * @property {readonly number[]} way of the highlighted ticket
 * @property {number | null} you
 * @property {readonly string[]} cities with nameboards
 * @property {Record<string, number>} stations owners' seats by city
 * @property {Record<string, readonly string[]>} passengers colours of who waits, by city or country
 * @property {readonly import("./cities.js").District[]} districts
 * @property {readonly string[]} mine cities of one's own open tickets
 * @property {readonly import("./cities.js").Letter[]} letters
 * @property {readonly string[]} buildable cities in which you can build a station now
 * @property {readonly { route: number, rank: number }[]} marks the search's best moves
 * @property {Record<number, string>} notes what more there is to say of a route
 * @property {Record<number, string>} reasons why routes can't be claimed
 */
/** @typedef {"hover" | "leave" | "focus" | "blur" | "choose" | "take"} Intent "take" is a double click */
/** @typedef {(intent: Intent, route: number) => void} OnIntent */
/** @typedef {(intent: Intent, city: string) => void} OnCity */

/** @type {MapState} */
export const EMPTY_STATE = {
  owners: [], closed: [], players: [], fresh: [], hovered: null, payable: [], lit: [], way: [], you: null, cities: [], mine: [], letters: [], marks: [], notes: {}, reasons: {},
  stations: {}, buildable: [], passengers: {}, districts: [],
};

export class BoardMap {
  /**
   * @param {HTMLElement} root
   * @param {BoardFile} board
   * @param {OnIntent} onIntent
   * @param {OnCity} [onCity]
   */
  constructor(root, board, onIntent, onCity = () => {}) {
    this.root = root;
    this.board = board;
    this.onIntent = onIntent;
    this.onCity = onCity;
    this.state = EMPTY_STATE;
    /** @type {MapGeometry | null} */
    this.geometry = null;
    /** @type {RouteDrawing[]} */
    this.routes = [];
    /** @type {SVGElement[]} */
    this.cities = [];
    this.current = 0; // the city that Tab leads to
    /** @type {{ route: number | null, city: number | null } | null} what a finger meant when it came down; null for a mouse */
    this.meant = null;
    this.onMoved = () => {};
    this.ground = s("svg", { class: "ground-svg", "aria-hidden": "true" });
    this.svg = s("svg", { class: "board-svg", role: "group" });
    this.buttons = h("div", { class: "zoom-buttons", hidden: true },
      toolButton("plus", "Zoom in", { onclick: () => this.zoom.by(1.5) }),
      toolButton("less", "Zoom out", { onclick: () => this.zoom.by(1 / 1.5) }),
      toolButton("fit", "Whole map", { onclick: () => this.zoom.reset() }));
    root.append(this.ground, this.svg, this.buttons);
    this.zoom = new Zoom(this.svg, () => {
      this.buttons.classList.toggle("whole", this.zoom.scale === 1);
      if (this.zoom.scale === 1 && this.buttons.contains(document.activeElement)) this.buttons.querySelector("button")?.focus();
      this.onMoved();
    });
    this.listen();
  }

  /** Draw anew, for instance after a resize. @param {MapGeometry} geometry @param {boolean} zoomable */
  draw(geometry, zoomable) {
    this.geometry = geometry;
    const viewBox = `0 0 ${geometry.width} ${geometry.height}`;
    set(this.ground, { viewBox });
    set(this.svg, { viewBox, "aria-label": `Map: ${geometry.title}` });
    const layers = /** @type {import("./route.js").Layers} */ (
      Object.fromEntries(ROUTE_LAYERS.map((name) => [name, s("g", { class: `layer-${name}` })])));
    this.routes = geometry.routes.map((place, n) => new RouteDrawing(geometry, place, this.board.routes[n], n, layers));
    this.cities = geometry.cities.map((city, n) => s("circle", {
      class: "city", cx: city.x, cy: city.y, r: px(geometry.sizes.dot_radius + 4), role: "button", tabindex: n === this.current ? 0 : -1, "data-city": n,
    }));
    this.names = drawNames(geometry);
    this.boards = s("g", { class: "nameboards", "aria-hidden": "true" });
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.dots = drawDots(geometry);
    this.own = s("g", { class: "own", "aria-hidden": "true" });
    this.standing = s("g", { class: "standing", "aria-hidden": "true" });
    this.houses = s("g", { class: "standing", "aria-hidden": "true" });
    const ground = drawGround(geometry);
    const world = s("g", { class: "world" }, ...ROUTE_LAYERS.map((name) => layers[name]), this.own, this.dots, this.standing,
      drawFurniture(geometry), this.names, this.boards, this.houses, this.marks,
      s("g", { class: "targets" }, this.routes.map((route) => route.target), this.cities));
    fill(this.ground, ground);
    fill(this.svg, world);
    this.zoom.hold(world, ground, geometry, zoomable);
    this.buttons.hidden = !zoomable;
    this.fit();
    this.show(this.state);
  }

  /** @param {MapState} state @returns {number[]} routes on which trains have come since the last state */
  show(state) {
    const first = this.state === EMPTY_STATE;
    this.state = state;
    const map = this.geometry;
    if (!map) return [];
    const way = new Set(state.way);
    const marked = new Set(state.marks.map((mark) => mark.route));
    const claimed = this.routes.flatMap((route, n) => {
      const owner = state.owners[n] ?? null;
      const hovered = state.hovered === n;
      const glow = hovered ? "hover" : way.has(n) ? (owner === null ? "way" : "laid") : marked.has(n) ? "hint" : state.lit.includes(n) ? "lit" : "";
      const come = route.show({
        livery: owner === null ? null : state.players[owner].livery, closed: state.closed.includes(n), fresh: state.fresh.includes(n), glow,
        outline: hovered, payable: state.payable.includes(n), name: routeName(this.board, state, n), reason: state.reasons[n] ?? "",
      });
      return come && !first ? [n] : [];
    });
    this.cities.forEach((city, n) => {
      set(city, { "aria-label": cityName(this.board, state, n) });
      city.classList.toggle("buildable", state.buildable.includes(this.board.cities[n].name));
    });
    const boarded = new Set([...state.cities, ...state.letters.filter(({ value }) => value === null).map((letter) => letter.city)]);
    const lands = new Set(map.cities.filter((city) => boarded.has(city.name) || boarded.has(city.country)).map((city) => city.country));
    for (const name of this.names?.children ?? []) {
      const hidden = boarded.has(name.getAttribute("data-city") ?? "") || lands.has(name.getAttribute("data-country") ?? "-");
      /** @type {SVGElement} */ (name).style.display = hidden ? "none" : "";
    }
    for (const dot of this.dots?.children ?? []) {
      /** @type {SVGElement} */ (dot).style.display = state.stations[dot.getAttribute("data-city") ?? ""] === undefined ? "" : "none";
    }
    const liveries = Object.fromEntries(Object.entries(state.stations).map(([city, seat]) => [city, state.players[seat].livery]));
    this.standing?.replaceChildren(...drawPassengers(map, state.passengers), ...drawStamps(map, state.districts));
    this.houses?.replaceChildren(...drawStations(map, liveries));
    this.own?.replaceChildren(...drawOwn(map, state.mine));
    this.boards?.replaceChildren(...drawNameboards(map, state.cities, state.letters));
    this.marks?.replaceChildren(...state.marks.map(({ route, rank }) => {
      const [x, y] = middle(map.routes[route]);
      return s("g", { class: rank === 1 ? "disc first" : "disc" }, s("circle", { cx: px(x), cy: px(y), r: 10.5 }),
        s("text", { class: "figure", x: px(x), y: px(y + 4.6), "text-anchor": "middle" }, rank));
    }));
    return claimed;
  }

  /** A point of the map in pixels of the panel. @param {number} x @param {number} y @returns {[number, number]} */
  onScreen(x, y) {
    const matrix = /** @type {SVGGraphicsElement | null} */ (this.zoom.world)?.getScreenCTM();
    const box = this.root.getBoundingClientRect();
    const at = new DOMPoint(x, y).matrixTransform(matrix ?? undefined);
    return [at.x - box.x, at.y - box.y];
  }

  /** Until it is drawn anew for a new size, the old drawing keeps its proportions. */
  fit() {
    const { width, height } = this.geometry ?? { width: 1, height: 1 };
    const stretch = (this.root.clientWidth * height) / (this.root.clientHeight * width);
    const preserveAspectRatio = Math.abs(stretch - 1) < 0.04 ? "none" : "xMidYMid meet";
    for (const svg of [this.ground, this.svg]) set(svg, { preserveAspectRatio });
    if (this.geometry && !this.buttons.hidden) placeButtons(this.buttons, this.root, this.geometry);
  }

  // ---------------------------------------------------------------- pointer and keyboard

  listen() {
    this.svg.addEventListener("pointerdown", (event) => {
      const pointer = /** @type {PointerEvent} */ (event);
      this.meant = pointer.pointerType === "touch" ? this.underFinger(pointer) : null; // the map may move before the click comes
    });
    /** @param {Event} event */
    const routeOf = (event) => {
      const meant = event.type === "click" ? this.meant?.route ?? null : null;
      if (meant !== null) return meant;
      const number = /** @type {Element} */ (event.target).getAttribute?.("data-route");
      return number === null || number === undefined ? null : Number(number);
    };
    /** @param {Event} event */
    const cityOf = (event) => {
      const number = /** @type {Element} */ (event.target).getAttribute?.("data-city") ?? (event.type === "click" ? this.meant?.city ?? null : null);
      return number === null ? null : this.board.cities[Number(number)]?.name ?? null;
    };
    /** @type {[string, Intent][]} */
    const kinds = [["pointerover", "hover"], ["pointerout", "leave"], ["focusin", "focus"], ["focusout", "blur"], ["click", "choose"], ["dblclick", "take"]];
    for (const [kind, intent] of kinds) {
      this.svg.addEventListener(kind, (event) => {
        const route = routeOf(event);
        if (kind === "pointerover" && /** @type {PointerEvent} */ (event).pointerType === "touch") return; // a finger chooses or moves the map
        if (kind === "click" && this.zoom.dragged) return;
        if (route !== null) return this.onIntent(intent, route);
        const city = cityOf(event);
        if (kind === "focusin") this.current = Number(/** @type {Element} */ (event.target).getAttribute("data-city") ?? this.current);
        if (city !== null) this.onCity(intent, city);
      });
    }
    this.svg.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
  }

  /** The route and the city that a finger means, where it can mean one. @param {PointerEvent} finger */
  underFinger(finger) {
    const matrix = /** @type {SVGGraphicsElement | null} */ (this.zoom.world)?.getScreenCTM();
    if (!this.geometry || !matrix) return null;
    const { x, y } = new DOMPoint(finger.clientX, finger.clientY).matrixTransform(matrix.inverse());
    return {
      route: routeMeant(this.geometry, [x, y], matrix.a, this.state.payable),
      city: this.state.buildable.length ? cityMeant(this.geometry, [x, y], matrix.a) : null,
    };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.geometry) return;
    const target = /** @type {SVGElement} */ (event.target);
    const route = target.getAttribute("data-route");
    const leaving = event.key === "Tab" && (route !== null || !event.shiftKey);
    if (event.key === "Enter" || event.key === " ") {
      if (route !== null) this.onIntent("choose", Number(route));
      else this.routesHere()[0]?.target.focus();
      event.preventDefault();
    } else if (leaving) {
      this.tab(event, target);
    } else {
      const next = neighbour(this.geometry, this.current, event.key);
      if (event.key.startsWith("Arrow")) event.preventDefault();
      if (next !== null) this.goTo(next);
    }
  }

  /** Tab goes through the routes of the city, then on. @param {KeyboardEvent} event @param {SVGElement} target */
  tab(event, target) {
    const here = this.routesHere();
    const next = here.findIndex((route) => route.target === target) + (event.shiftKey ? -1 : 1);
    if (next >= here.length) return this.cities[this.current].focus({ preventScroll: true }); // the browser goes on from there
    event.preventDefault();
    if (next < 0) this.cities[this.current].focus({ preventScroll: true });
    else here[next].target.focus({ preventScroll: true });
  }

  /** The routes of the current city, clockwise. */
  routesHere() {
    const map = /** @type {MapGeometry} */ (this.geometry);
    const { name, x, y } = map.cities[this.current];
    return this.routes.filter(({ route }) => route.a === name || route.b === name)
      .map((route) => ({ route, angle: Math.atan2(middle(route.place)[1] - y, middle(route.place)[0] - x) }))
      .sort((a, b) => a.angle - b.angle).map(({ route }) => route);
  }

  /** @param {number} city */
  goTo(city) {
    set(this.cities[this.current], { tabindex: -1 });
    set(this.cities[city], { tabindex: 0 });
    this.current = city;
    this.cities[city].focus({ preventScroll: true });
    this.zoom.centre(/** @type {MapGeometry} */ (this.geometry).cities[city].x, /** @type {MapGeometry} */ (this.geometry).cities[city].y);
  }
}
