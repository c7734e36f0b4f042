/** Pan and zoom of a map on small screens: wheel, pinch, drag, and the buttons. */

/** Moves the `world` inside `svg` and the `ground` under it; user units of all are those of the map. */
export class Zoom {
  /**
   * @param {SVGElement} svg
   * @param {() => void} moved
   */
  constructor(svg, moved) {
    this.svg = svg;
    this.moved = moved;
    /** @type {SVGElement | null} */
    this.world = null;
    /** @type {SVGElement | null} */
    this.ground = null;
    this.size = { width: 1, height: 1 };
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.enabled = false;
    /** @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    this.dragged = false;
    svg.addEventListener("wheel", (event) => this.wheel(/** @type {WheelEvent} */ (event)), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(/** @type {PointerEvent} */ (event)));
    svg.addEventListener("pointermove", (event) => this.move(/** @type {PointerEvent} */ (event)));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(kind, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /**
   * A new drawing: it shows the same part of the map as the old one.
   * @param {SVGElement} world
   * @param {SVGElement} ground
   * @param {{ width: number, height: number }} size of the map
   * @param {boolean} enabled
   */
  hold(world, ground, size, enabled) {
    this.x *= size.width / this.size.width;
    this.y *= size.height / this.size.height;
    this.world = world;
    this.ground = ground;
    this.size = { width: size.width, height: size.height };
    this.enabled = enabled;
    if (enabled) this.apply();
    else this.reset();
  }

  reset() {
    [this.scale, this.x, this.y] = [1, 0, 0];
    this.apply();
  }

  /** Zoom about a point in map units. @param {number} factor @param {number} [x] @param {number} [y] */
  by(factor, x = this.size.width / 2, y = this.size.height / 2) {
    const scale = Math.min(4, Math.max(1, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.apply();
  }

  /** Bring a point of the map into the middle of what is seen. @param {number} x @param {number} y */
  centre(x, y) {
    if (!this.enabled || this.scale === 1) return;
    this.x = this.size.width / 2 - x * this.scale;
    this.y = this.size.height / 2 - y * this.scale;
    this.apply();
  }

  apply() {
    const roomX = this.size.width * (1 - this.scale);
    const roomY = this.size.height * (1 - this.scale);
    this.x = Math.min(0, Math.max(roomX, this.x));
    this.y = Math.min(0, Math.max(roomY, this.y));
    this.svg.style.touchAction = !this.enabled ? "" : this.scale > 1 ? "none" : "pan-y"; // what the browser may do with a finger
    for (const part of [this.ground, this.world]) part?.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
    this.moved();
  }

  /** @param {{ clientX: number, clientY: number }} event */
  at(event) {
    const box = this.svg.getBoundingClientRect();
    return {
      x: ((event.clientX - box.x) / box.width) * this.size.width,
      y: ((event.clientY - box.y) / box.height) * this.size.height,
    };
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.enabled) return;
    event.preventDefault();
    const { x, y } = this.at(event);
    this.by(Math.exp(-event.deltaY / 400), x, y);
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.dragged = false;
    if (this.enabled) this.fingers.set(event.pointerId, this.at(event));
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length === 1) {
      this.dragged = true;
      const [other] = others;
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      if (was > 0) this.by(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (this.dragged || Math.hypot(now.x - before.x, now.y - before.y) > 6) {
      this.dragged = true;
      this.x += now.x - before.x;
      this.y += now.y - before.y;
      this.apply();
    } else {
      return;
    }
    this.fingers.set(event.pointerId, now);
  }
}

const EDGE = 10; // pixels between the buttons and the edge of the panel

/**
 * Put the buttons in the corner where they cover least of the map: cities, then names, then all else. Where the whole
 * map is shown, only the first of them is there.
 * @param {HTMLElement} buttons
 * @param {HTMLElement} panel
 * @param {import("../types").MapGeometry} map
 */
export function placeButtons(buttons, panel, map) {
  const scale = Math.min(panel.clientWidth / map.width, panel.clientHeight / map.height);
  const [left, top] = [(panel.clientWidth - map.width * scale) / 2, (panel.clientHeight - map.height * scale) / 2];
  /** @param {import("../types").Box} box @param {number} cost @returns {[import("../types").Box, number]} */
  const thing = (box, cost) => [{ x: left + box.x * scale, y: top + box.y * scale, width: box.width * scale, height: box.height * scale }, cost];
  const around = (/** @type {{ x: number, y: number }} */ { x, y }, /** @type {number} */ r) => ({ x: x - r, y: y - r, width: 2 * r, height: 2 * r });
  const things = [
    ...map.cities.flatMap((city) => [thing(around(city, map.sizes.dot_radius + 4), 1000), thing(city.label.box, 100)]),
    ...map.routes.flatMap((route) => route.cars.map((car) => thing(around(car, car.height), 10))),
    ...[map.cartouche, map.compass].flatMap((box) => (box ? [thing(box, 1)] : [])),
  ];
  const covered = () => {
    const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = buttons;
    return things.reduce((sum, [box, cost]) => sum + (box.x < x + width && x < box.x + box.width && box.y < y + height && y < box.y + box.height ? cost : 0), 0);
  };
  const isWhole = buttons.classList.contains("whole");
  let [best, least] = ["", Infinity];
  for (const [side, end] of [["right", "bottom"], ["right", "top"], ["left", "bottom"], ["left", "top"]]) {
    for (const way of [side === "right" ? "row-reverse" : "row", end === "bottom" ? "column-reverse" : "column"]) {
      const style = buttons.style.cssText = `flex-direction: ${way}; ${side}: ${EDGE}px; ${end}: ${EDGE}px`;
      const costs = [true, false].map((whole) => {
        buttons.classList.toggle("whole", whole);
        return covered();
      });
      const cost = 1e6 * costs[0] + costs[1];
      if (cost < least) [best, least] = [style, cost];
    }
  }
  buttons.style.cssText = best;
  buttons.classList.toggle("whole", isWhole);
}
