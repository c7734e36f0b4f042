/** The part of a map that never changes: sea, land, graticule, rails, cartouche, compass. */

import { s } from "../dom.js";
import { line, px, quadratic } from "./paths.js";

/** @typedef {import("../types").MapGeometry} MapGeometry */
/** @typedef {import("../types").BoardFile} BoardFile */

/** Pixels off the coast, strength. @type {readonly [number, number][]} */
const WATERLINES = [[40, 0.28], [25, 0.45], [13, 0.7], [5, 1]];
let drawings = 0; // keeps the ids of several maps on one page apart

/** @param {MapGeometry} map @returns {SVGElement} */
export function drawGround(map) {
  drawings += 1;
  const net = `net-${drawings}`;
  return s("g", { class: "ground" },
    s("defs", {}, s("g", { id: net },
      s("path", { d: map.land.polygons.map((points) => `${line(points)}Z`).join("") }),
      s("path", { d: map.land.curves.map(quadratic).join(""), fill: "none" }))),
    s("rect", { class: "sea", x: -2000, y: -2000, width: map.width + 4000, height: map.height + 4000 }),
    waterlines(map, net),
    swollen(net, map.land.radius + 1.2, "var(--coast)"),
    swollen(net, map.land.radius, "var(--land)"),
    s("path", { class: "graticule", d: graticule(map) }),
    s("path", { class: "rails", d: map.routes.map((route) => line(route.link)).join("") }));
}

/** @param {MapGeometry} map @param {string} net */
function waterlines(map, net) {
  return s("g", { class: "waterlines" }, WATERLINES.flatMap(([off, strength]) => [
    swollen(net, map.land.radius + off, `color-mix(in srgb, var(--waterline) ${100 * strength}%, var(--sea))`),
    swollen(net, map.land.radius + off - 0.9, "var(--sea)"),
  ]));
}

/** @param {string} net @param {number} radius @param {string} color */
function swollen(net, radius, color) {
  return s("use", {
    href: `#${net}`, style: `fill:${color};stroke:${color};stroke-width:${px(2 * radius)}px`,
    "stroke-linejoin": "round", "stroke-linecap": "round",
  });
}

/** @param {MapGeometry} map */
function graticule({ width, height }) {
  let d = "";
  for (let i = 1; i < 9; i += 1) {
    const x = (width * i) / 9;
    const bend = i - 4.5;
    d += `M${px(x)} 0Q${px(x - 6 * bend)} ${px(height / 2)} ${px(x + 3 * bend)} ${px(height)}`;
  }
  for (let i = 1; i < 6; i += 1) {
    const y = (height * i) / 6;
    d += `M0 ${px(y - 8)}Q${px(width / 2)} ${px(y + 18)} ${px(width)} ${px(y - 8)}`;
  }
  return d;
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
