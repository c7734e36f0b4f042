/** SVG path texts for a map's parts. */

/** @typedef {import("../types").Point} Point */
/** @typedef {import("../types").Curve} Curve */

/** @param {number} n */
export const px = (n) => `${Math.round(n * 10) / 10}`;

/** @param {readonly Point[]} points */
export const line = (points) => `M${points.map(([x, y]) => `${px(x)} ${px(y)}`).join("L")}`;

/** @param {Curve} curve */
export const quadratic = ({ start, control, end }) =>
  `M${px(start[0])} ${px(start[1])}Q${px(control[0])} ${px(control[1])} ${px(end[0])} ${px(end[1])}`;

/**
 * The outline of a wagon centred on 0, 0: the outer ends of a train are half discs.
 * @param {number} width
 * @param {number} height
 * @param {boolean} roundLeft
 * @param {boolean} roundRight
 */
export function wagon(width, height, roundLeft, roundRight) {
  const x = width / 2;
  const y = height / 2;
  const left = Math.min(x, roundLeft ? y : 2);
  const right = Math.min(x, roundRight ? y : 2);
  return `M${px(left - x)} ${px(-y)}H${px(x - right)}${wagonEnd(right, y, 1, roundRight)}`
    + `H${px(left - x)}${wagonEnd(left, y, -1, roundLeft)}Z`;
}

/** @param {number} radius @param {number} y @param {1 | -1} way @param {boolean} isRound */
function wagonEnd(radius, y, way, isRound) {
  if (isRound) return `a${px(radius)} ${px(y)} 0 0 1 0 ${px(2 * y * way)}`;
  const r = px(radius);
  return `a${r} ${r} 0 0 1 ${px(way * radius)} ${px(way * radius)}v${px(way * 2 * (y - radius))}`
    + `a${r} ${r} 0 0 1 ${px(-way * radius)} ${px(way * radius)}`;
}

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
