/** SVG path texts for a map's parts. */

/** @typedef {import("../types").Point} Point */

/** @param {number} n */
export const px = (n) => `${Math.round(n * 10) / 10}`;

/** @param {readonly Point[]} points */
export const line = (points) => `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join("L")}`;

/**
 * The middle of a route: that of its cars.
 * @param {import("../types").RoutePlace} route
 * @returns {Point}
 */
export function middle({ cars }) {
  const a = cars[Math.floor((cars.length - 1) / 2)];
  const b = cars[Math.ceil((cars.length - 1) / 2)];
  return [(a.x + b.x) / 2, (a.y + b.y) / 2];
}
