/** The first start: the server prepares things that take a while, and says how far it is. */

import { fill, h } from "./dom.js";
import { get } from "./net.js";

/** @typedef {import("./types").Preparation} Preparation */

const A_WHILE = 1000; // milliseconds

/** A thin line that says what is being prepared; it is away when all is ready. */
export class Preparing {
  /** @param {string} meanwhile what that means for whoever reads it */
  constructor(meanwhile) {
    this.meanwhile = meanwhile;
    this.words = h("span", { role: "status" });
    this.seconds = h("span", { class: "preparing-seconds", "aria-hidden": "true" });
    this.bar = h("progress", { "aria-hidden": "true" });
    this.element = h("p", { class: "preparing", hidden: true }, this.words, this.seconds, this.bar);
  }

  /** @param {Preparation} now */
  show(now) {
    const words = now.failed ? now.words : `${now.words} ${this.meanwhile}`;
    this.element.hidden = now.ready;
    this.element.classList.toggle("failed", now.failed);
    this.bar.hidden = this.seconds.hidden = now.failed;
    if (this.words.textContent !== words) fill(this.words, words); // it is read out once
    fill(this.seconds, `${now.seconds} s`);
    Object.assign(this.bar, { value: now.done, max: now.steps });
  }

  /** Ask the server from time to time until all is ready. @returns {() => void} ends it */
  follow() {
    let timer = 0;
    const look = async () => {
      const now = await get("/api/preparation").catch(() => null); // the server is away for a moment
      if (now) this.show(now);
      if (timer >= 0 && !now?.ready && !now?.failed) timer = setTimeout(look, A_WHILE);
    };
    void look();
    return () => {
      clearTimeout(timer);
      timer = -1;
    };
  }
}
