/** The part of a map that never changes: sea and land, graticule, rails, cartouche, compass. */

import { s } from "../dom.js";
import { line } from "./paths.js";

/** @typedef {import("../types").MapGeometry} MapGeometry */

let drawings = 0; // keeps the ids of several maps on one page apart

/** @param {MapGeometry} map @returns {SVGElement} */
export function drawGround(map) {
  drawings += 1;
  const { ground, ground_id: id, graticule } = map.shapes;
  const land = s("g");
  land.innerHTML = ground.replaceAll(`${id}-`, `${id}-${drawings}-`);
  return s("g", { class: "ground" }, land, s("path", { class: "graticule", d: graticule }),
    s("path", { class: "rails", d: map.routes.map((route) => line(route.link)).join("") }));
}

/** Cartouche and compass. @param {MapGeometry} map @returns {SVGElement} */
export function drawFurniture(map) {
  const furniture = s("g", { class: "furniture", "aria-hidden": "true" });
  furniture.innerHTML = map.shapes.furniture;
  return furniture;
}
