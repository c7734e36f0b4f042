/** Stations as pieces: a house in the player's colour, and the reserve of those that are not built yet. */

import { h, s } from "../dom.js";
import { house } from "../pieces.js";

/** @typedef {import("../types").Reserve} Reserve */

/**
 * A house, 18 by 16, or a broken outline where it was built.
 * @param {number} livery
 * @param {boolean} [built]
 * @param {number} [width]
 * @returns {SVGElement}
 */
export function houseIcon(livery, built = false, width = 18) {
  return s("svg", { class: "house-icon", width, height: (width * 16) / 18, viewBox: "-9 -8 18 16", "aria-hidden": "true" },
    built ? s("use", { href: "#station-used", x: -9, y: -8, width: 18, height: 16, style: "color:var(--ink-3)" }) : house(livery));
}

/** The houses at the end of a player's line. @param {number} livery @param {Reserve} reserve */
export function reserve(livery, { left, total, words }) {
  return h("span", { class: "reserve", role: "img", "aria-label": words, title: words }, Array.from({ length: total }, (_, n) => houseIcon(livery, n >= left, 16)));
}
