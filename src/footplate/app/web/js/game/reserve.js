/** Stations as pieces: a house in the player's colour, and the reserve of those that are not built yet. */

import { h, s } from "../dom.js";

/** @typedef {import("../types").Reserve} Reserve */

/**
 * A house, 18 by 16, or a broken outline where it was built.
 * @param {number} livery
 * @param {boolean} [built]
 * @param {number} [width]
 * @returns {SVGElement}
 */
export function house(livery, built = false, width = 18) {
  const part = (/** @type {string} */ name, /** @type {string} */ color, /** @type {import("../dom.js").Attributes} */ more = {}) =>
    s("use", { href: `#station-${name}`, x: -9, y: -8, width: 18, height: 16, style: `color:${color}`, ...more });
  return s("svg", { class: "house", width, height: (width * 16) / 18, viewBox: "-9 -8 18 16", "aria-hidden": "true" }, built
    ? part("used", "var(--ink-3)")
    : [s("path", { d: "M-7.5 5.5V-1L0-6.8 7.5-1V5.5Z", fill: `var(--p${livery})`, stroke: "var(--train-edge)", "stroke-width": 1.3 }),
      part(`p${livery}`, `var(--p${livery}-on)`, { x: -7, y: -2, width: 14, height: 7 }), part("platform", "var(--train-edge)")]);
}

/** The houses at the end of a player's line. @param {number} livery @param {Reserve} reserve */
export function reserve(livery, { left, total, words }) {
  return h("span", { class: "reserve", role: "img", "aria-label": words, title: words }, Array.from({ length: total }, (_, n) => house(livery, n >= left, 16)));
}
