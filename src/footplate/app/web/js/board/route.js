/** One route on the map: what is printed, what somebody laid, its lamp band, and its target for pointer and keyboard. */

import { s, set } from "../dom.js";
import { line, px } from "./paths.js";

/** @typedef {import("../types").MapGeometry} MapGeometry */
/** @typedef {import("../types").RoutePlace} RoutePlace */
/** @typedef {import("../types").BoardFile["routes"][number]} Route */
/** @typedef {"" | "hover" | "way" | "laid" | "lit" | "hint"} Glow */
/** @typedef {{ livery: number | null, closed: boolean, fresh: boolean, glow: Glow, outline: boolean, payable: boolean, name: string, reason: string }} RouteLook */

/** The layers that routes draw on, from below. */
export const ROUTE_LAYERS = /** @type {const} */ (["bands", "slots", "fresh", "halos", "links", "trains", "outlines"]);
/** @typedef {Record<(typeof ROUTE_LAYERS)[number], SVGElement>} Layers */

/** How much wider than that of a way each band is. @type {Record<Glow, number>} */
const WIDER = { "": 0, hover: 1, way: 0, laid: 0, lit: 0, hint: -1 };

/** @param {import("../types").Car} car */
const placed = (car) => `translate(${px(car.x)} ${px(car.y)}) rotate(${px(car.angle)})`;

export class RouteDrawing {
  /**
   * @param {MapGeometry} map
   * @param {RoutePlace} place
   * @param {Route} route
   * @param {number} number
   * @param {Layers} layers
   */
  constructor(map, place, route, number, layers) {
    this.map = map;
    this.place = place;
    this.route = route;
    this.layers = layers;
    this.wagons = map.shapes.wagons[number];
    /** @type {Partial<RouteLook>} what is drawn now */
    this.look = {};
    /** @type {SVGElement[]} */
    this.cars = [];
    this.band = s("path", { class: "band", d: line(place.link) });
    this.slots = s("g", { class: "slots" });
    this.parts = { fresh: s("g"), halos: s("g"), links: s("g"), trains: s("g"), outlines: s("g") };
    this.target = s("path", {
      class: "route", d: line(place.link.slice(1, -1)), role: "button", tabindex: -1, "data-route": number,
      style: `--hit-width:${px(place.hit_width)}px`,
    });
    layers.bands.append(this.band);
    layers.slots.append(this.slots);
    for (const [layer, part] of Object.entries(this.parts)) layers[/** @type {keyof Layers} */ (layer)].append(part);
  }

  /** @param {RouteLook} look @returns {boolean} whether a train has come here */
  show(look) {
    const old = this.look;
    const changed = old.livery !== look.livery || old.closed !== look.closed;
    if (changed) this.draw(look);
    if (changed || old.fresh !== look.fresh) this.drawFresh(look);
    if (old.glow !== look.glow) {
      set(this.band, { class: `band ${look.glow}`, "stroke-width": px(this.map.sizes.car_height + this.map.shapes.measures.band + WIDER[look.glow]) });
    }
    if (changed || old.outline !== look.outline) this.parts.outlines.replaceChildren(...(look.outline ? this.outlines() : []));
    if (old.name !== look.name) set(this.target, { "aria-label": look.name });
    if (old.reason !== look.reason) set(this.target, { "aria-description": look.reason || null });
    this.target.classList.toggle("payable", look.payable);
    set(this.target, { "aria-disabled": look.payable ? null : "true" });
    this.look = look;
    return changed && look.livery !== null && old.livery === null;
  }

  /** @param {RouteLook} look */
  draw({ livery, closed }) {
    this.slots.replaceChildren(...(livery === null ? this.printed(closed) : []));
    set(this.slots, { class: closed ? "slots closed" : "slots" });
    this.cars = livery === null ? [] : this.train(livery);
    this.parts.trains.replaceChildren(...this.cars);
    const width = this.map.sizes.train_line;
    const d = line(this.place.link);
    this.parts.links.replaceChildren(...(livery === null ? [] : [
      s("path", { class: "link edge", d, "stroke-width": px(width + this.map.shapes.measures.train_line_edge) }),
      s("path", { class: "link", d, "stroke-width": px(width), style: `stroke:var(--p${livery})` }),
    ]));
    this.parts.halos.replaceChildren(...(livery === null ? [] : this.shapes("halo")));
  }

  /** @param {RouteLook} look */
  drawFresh({ livery, fresh }) {
    this.parts.fresh.replaceChildren(...(fresh && livery !== null ? this.shapes("fresh-band") : []));
    this.parts.halos.style.display = fresh ? "none" : "";
  }

  /** What can still change hands. @param {boolean} closed */
  printed(closed) {
    const { color, tunnel = false, locomotives = 0 } = this.route;
    const { symbol: size, slot_corner: rx } = this.map.shapes.measures;
    return this.place.cars.map((car, n) => {
      const symbol = n < locomotives ? "loco" : color === "grey" ? null : color;
      return s("g", { transform: `translate(${px(car.x)} ${px(car.y)})` },
        s("rect", {
          class: tunnel ? "slot tunnel" : "slot", transform: `rotate(${px(car.angle)})`, x: px(-car.width / 2), y: px(-car.height / 2),
          width: px(car.width), height: px(car.height), rx, style: closed ? null : `fill:var(--${color})`,
        }),
        closed && s("path", { class: "strike", transform: `rotate(${px(car.angle)})`, d: `M${px(-car.width / 2)} ${px(car.height / 2)}L${px(car.width / 2)} ${px(-car.height / 2)}` }),
        !closed && symbol && s("use", {
          href: `#sym-${symbol}`, x: px(-size / 2), y: px(-size / 2), width: px(size), height: px(size), style: `color:var(--${color}-on)`,
        }));
    });
  }

  /** @param {number} livery */
  train(livery) {
    const { train_height: height } = this.map.shapes.measures;
    return this.place.cars.map((car, n) => s("g", { class: "car" },
      s("g", { transform: placed(car) },
        s("path", { class: "wagon", d: this.wagons[n], style: `fill:var(--p${livery})` }),
        s("use", {
          href: `#livery-p${livery}`, x: px(-height), y: px(-0.4 * height), width: px(2 * height), height: px(0.8 * height),
          style: `color:var(--p${livery}-on)`,
        }))));
  }

  /** The shape of the whole train, for what lies under it. @param {string} kind */
  shapes(kind) {
    return this.place.cars.map((car, n) => s("path", { class: kind, d: this.wagons[n], transform: placed(car) }));
  }

  outlines() {
    const extra = this.look.livery === null || this.look.livery === undefined ? 0 : this.map.sizes.train_rise;
    return this.place.cars.map((car) => s("rect", {
      class: "outline", transform: placed(car), x: px(-car.width / 2 - 1), y: px(-(car.height + extra) / 2 - 1),
      width: px(car.width + 2), height: px(car.height + extra + 2), rx: 2.5,
    }));
  }

  /**
   * The trains roll in from one end, car after car.
   * @param {number} duration milliseconds for one car
   * @param {number} apart milliseconds between cars
   * @returns {Animation[]}
   */
  roll(duration, apart) {
    const last = this.cars.length - 1;
    const under = [...this.parts.halos.children, ...this.parts.links.children, ...this.parts.fresh.children];
    const fades = under.map((part) => part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: duration + last * apart, easing: "ease-in", fill: "backwards" }));
    return [...fades, ...this.cars.map((car, n) => {
      const { x, y } = this.place.cars[n];
      const way = [this.place.link[0], ...this.place.cars.slice(0, n).map((other) => /** @type {[number, number]} */ ([other.x, other.y]))];
      const frames = way.map(([fromX, fromY], i) => ({ transform: `translate(${px(fromX - x)}px, ${px(fromY - y)}px)`, opacity: i === 0 ? 0 : 1 }));
      return car.animate([...frames, { transform: "none", opacity: 1 }],
        { duration, delay: (last - n) * apart, easing: "cubic-bezier(.1,.8,.15,1)", fill: "backwards" });
    })];
  }
}
