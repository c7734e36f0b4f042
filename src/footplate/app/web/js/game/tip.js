/** The dark slip that says why something can't be done, or what it is good for. One at a time, beside the thing. */

import { fill, h } from "../dom.js";

const DELAY = 120; // milliseconds
const LATER = 700; // for what is only good to know

export class Tip {
  /** @param {HTMLElement} root of the page */
  constructor(root) {
    this.root = root;
    this.element = h("div", { class: "why", role: "tooltip", hidden: true });
    this.timer = 0;
  }

  /** @param {string | Element} where a spot (spots.js), or the thing itself @param {import("../dom.js").Child | import("../dom.js").Child[]} words @param {number} [delay] */
  show(where, words, delay = DELAY) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      fill(this.element, words);
      this.element.hidden = false;
      const at = typeof where === "string" ? this.root.querySelector(where) : where;
      if (at) this.place(at.getBoundingClientRect());
    }, delay);
  }

  /** @param {DOMRect} at */
  place(at) {
    const { width, height } = this.element.getBoundingClientRect();
    const right = at.right + 10 + width < innerWidth;
    const left = right ? at.right + 10 : Math.max(6, at.left - width - 10);
    const fits = right || at.left - width - 10 > 6;
    const top = fits ? at.top + at.height / 2 - height / 2 : at.top - height - 8;
    this.element.style.left = `${Math.min(left, innerWidth - width - 6)}px`;
    this.element.style.top = `${Math.min(Math.max(6, top), innerHeight - height - 6)}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }

  /**
   * Say something of a control whenever it is pointed at or has the focus; empty words are not shown.
   * @param {HTMLElement} control
   * @param {() => string} reason why it can't be used
   * @param {() => string} [use] what it is good for
   */
  attach(control, reason, use = () => "") {
    const show = () => {
      const words = reason() || use();
      if (words) this.show(control, words, reason() ? DELAY : LATER);
    };
    for (const kind of ["pointerenter", "focus"]) control.addEventListener(kind, show);
    for (const kind of ["pointerleave", "blur"]) control.addEventListener(kind, () => this.hide());
  }
}
