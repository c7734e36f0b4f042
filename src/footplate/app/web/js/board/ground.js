/** The part of a map that never changes: sea, land, graticule, rails, cartouche, compass. */

import { s } from "../dom.js";
import { line, px } from "./paths.js";

/** @typedef {import("../types").MapGeometry} MapGeometry */

let drawings = 0; // keeps the ids of several maps on one page apart

/** @param {MapGeometry} map @returns {SVGElement} */
export function drawGround(map) {
  drawings += 1;
  const net = `net-${drawings}`;
  const { polygons, curves, coast, land, graticule } = map.shapes;
  return s("g", { class: "ground" },
    s("defs", {}, s("g", { id: net }, s("path", { d: polygons }), s("path", { d: curves, fill: "none" }))),
    s("rect", { class: "sea", x: -2000, y: -2000, width: map.width + 4000, height: map.height + 4000 }),
    waterlines(map, net),
    swollen(net, coast, "var(--coast)"),
    swollen(net, land, "var(--land)"),
    s("path", { class: "graticule", d: graticule }),
    s("path", { class: "rails", d: map.routes.map((route) => line(route.link)).join("") }));
}

/** @param {MapGeometry} map @param {string} net */
function waterlines(map, net) {
  return s("g", { class: "waterlines" }, map.shapes.waterlines.flatMap(([outer, inner, strength]) => [
    swollen(net, outer, `color-mix(in srgb, var(--waterline) ${100 * strength}%, var(--sea))`),
    swollen(net, inner, "var(--sea)"),
  ]));
}

/** @param {string} net @param {number} width @param {string} color */
function swollen(net, width, color) {
  return s("use", {
    href: `#${net}`, style: `fill:${color};stroke:${color};stroke-width:${px(width)}px`,
    "stroke-linejoin": "round", "stroke-linecap": "round",
  });
}

/** Cartouche and compass. @param {MapGeometry} map @returns {SVGElement} */
export function drawFurniture(map) {
  const furniture = s("g", { class: "furniture", "aria-hidden": "true" });
  furniture.innerHTML = map.shapes.furniture;
  return furniture;
}
