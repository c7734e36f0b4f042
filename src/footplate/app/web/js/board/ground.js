/** The part of a map that never changes: sea, land, graticule, rails, cartouche, compass. */

import { s } from "../dom.js";
import { line, px } from "./paths.js";

/** @typedef {import("../types").MapGeometry} MapGeometry */
/** @typedef {import("../types").BoardFile} BoardFile */

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

/** Cartouche and compass. @param {MapGeometry} map @param {BoardFile} board @returns {SVGElement} */
export function drawFurniture(map, board) {
  return s("g", { class: "furniture", "aria-hidden": "true" }, map.cartouche && cartouche(map, board), map.compass && compass(map));
}

/** @param {MapGeometry} map @param {BoardFile} board */
function cartouche(map, board) {
  const { x, y, width, height } = /** @type {import("../types").Box} */ (map.cartouche);
  const points = Object.entries(board.route_points).filter(([length]) => board.routes.some((route) => route.length === Number(length)));
  const step = (width - 66) / points.length;
  const columns = points.flatMap(([length, worth], i) => {
    const at = x + 58 + step * (i + 0.5);
    return [s("text", { class: "figure", x: px(at), y: y + 39, "text-anchor": "middle" }, length),
      s("text", { class: "figure worth", x: px(at), y: y + 53, "text-anchor": "middle" }, worth)];
  });
  return s("g", { class: "cartouche" },
    s("rect", { class: "plate-outer", x, y, width, height, rx: 3 }),
    s("rect", { class: "plate-inner", x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 1.5 }),
    s("text", { class: "title", x: x + 11, y: y + 19 }, map.title),
    s("path", { class: "underline", d: `M${x + 10} ${y + 25.5}H${x + width - 10}` }),
    s("text", { x: x + 11, y: y + 39 }, "Trains"), s("text", { x: x + 11, y: y + 53 }, "Points"),
    columns);
}

/** @param {MapGeometry} map */
function compass(map) {
  const { x, y } = /** @type {import("../types").Box} */ (map.compass);
  return s("g", { class: "compass", transform: `translate(${x + 20} ${y + 20})` },
    s("circle", { r: 17 }), s("path", { d: "M-13 0 6-4.5 3.5 0 6 4.5Z" }),
    s("text", { x: 10.5, y: 4, "text-anchor": "middle" }, "N"));
}
