/** Things that move: cards fly, trains roll in, scores count up. Any key or click finishes them; reduced motion has none. */

import { settings } from "../settings.js";
import { cardBack, cardFace, minus } from "../pieces.js";

const BRAKE = "cubic-bezier(.1,.8,.15,1)";
const FLIGHT = 360; // milliseconds of a card
const CAR = 620;
const APART = 70;

export class Motion {
  constructor() {
    /** @type {Set<{ finish: () => void }>} */
    this.running = new Set();
    this.query = matchMedia("(prefers-reduced-motion: reduce)");
  }

  get reduced() {
    return this.query.matches || document.hidden || settings.animations === false;
  }

  finish() {
    for (const thing of [...this.running]) thing.finish();
  }

  /** @param {Animation[]} animations @returns {Promise<void>} when all of them are over */
  async follow(animations) {
    for (const animation of animations) this.running.add(animation);
    await Promise.allSettled(animations.map((animation) => animation.finished));
    for (const animation of animations) this.running.delete(animation);
  }

  /** @param {number} milliseconds @returns {Promise<void>} sooner where the player is in a hurry */
  wait(milliseconds) {
    return new Promise((resolve) => {
      const thing = { finish: () => { clearTimeout(timer); this.running.delete(thing); resolve(); } };
      const timer = setTimeout(thing.finish, milliseconds);
      this.running.add(thing);
    });
  }

  /**
   * A card flies from one thing to another.
   * @param {string | null} card null: face down
   * @param {Element | null} from
   * @param {Element | null} to
   */
  async fly(card, from, to) {
    const start = from?.getBoundingClientRect();
    const end = to?.getBoundingClientRect();
    if (this.reduced || !start?.width || !end?.width) return;
    const flying = document.createElement("div");
    flying.className = "flying";
    flying.setAttribute("aria-hidden", "true");
    flying.style.cssText = `left:${start.x}px;top:${start.y}px;width:${start.width}px;height:${start.height}px`;
    flying.append(card === null ? cardBack() : cardFace(card));
    document.body.append(flying);
    const shift = `translate(${end.x + end.width / 2 - start.x - start.width / 2}px, ${end.y + end.height / 2 - start.y - start.height / 2}px)`;
    const scale = Math.min(1, Math.max(0.35, end.width / start.width));
    const there = `${shift} scale(${scale})`;
    const frames = [{ transform: "none", opacity: 1 }, { transform: there, opacity: 1, offset: 0.9 }, { transform: there, opacity: 0 }];
    const animation = flying.animate(frames, { duration: FLIGHT, easing: BRAKE });
    await this.follow([animation]);
    flying.remove();
  }

  /** @param {import("../board/route.js").RouteDrawing} route */
  async roll(route) {
    if (!this.reduced) await this.follow(route.roll(CAR, APART));
  }

  /** A number counts up or down to its new value. @param {Element} element @param {number} from @param {number} to */
  count(element, from, to) {
    if (this.reduced || from === to) {
      element.textContent = minus(to);
      return;
    }
    const began = performance.now();
    const thing = { finish: () => { this.running.delete(thing); element.textContent = minus(to); } };
    this.running.add(thing);
    const step = () => {
      if (!this.running.has(thing)) return;
      const share = Math.min(1, (performance.now() - began) / FLIGHT);
      element.textContent = minus(Math.round(from + (to - from) * share));
      if (share < 1) requestAnimationFrame(step);
      else thing.finish();
    };
    step();
  }
}
