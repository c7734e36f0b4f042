/** What was measured of the opponents on a board with so many players, and your own rating: asked for once, shown when it arrives. */

import { get } from "../net.js";

/** @typedef {import("../types").LadderFacts} LadderFacts */
/** @typedef {import("../types").Results["rating"]} Rating */

const AGAIN = 4000; // milliseconds until the seconds of a move are asked for again
const MOST = 30; // times

export class Figures {
  /**
   * @param {(facts: LadderFacts | null, you: Rating | null) => void} use
   * @param {HTMLElement} place where people press things meanwhile
   */
  constructor(use, place) {
    this.use = use;
    this.place = place;
    /** @type {Map<string, LadderFacts | null>} by board and number of players; null: on its way */
    this.ladders = new Map();
    /** @type {Rating | null} */
    this.you = null;
    this.key = "";
    this.asked = 0;
    this.timer = 0;
  }

  /** @param {import("./plan.js").Plan} plan */
  want({ board, rivals }) {
    this.key = `board=${encodeURIComponent(board)}&players=${rivals.length + 1}`;
    if (!this.ladders.has(this.key)) {
      this.ladders.set(this.key, null);
      this.load(this.key);
    }
    this.show();
  }

  show() {
    this.use(this.ladders.get(this.key) ?? null, this.you);
  }

  /** @param {string} key */
  async load(key) {
    try {
      const [facts, { rating }] = await Promise.all([get(`/api/ladder?${key}`), get("/api/me/results")]);
      this.you = rating;
      await this.letGo();
      this.ladders.set(key, facts);
      if (this.key === key) this.show();
      this.waitForSeconds(key, facts);
    } catch {
      this.ladders.delete(key); // asked again when somebody changes something
    }
  }

  /** The server measures how long a move takes after its start. @param {string} key @param {LadderFacts} facts */
  waitForSeconds(key, facts) {
    clearTimeout(this.timer);
    this.asked += 1;
    if (facts.levels.every(({ time }) => time) || this.asked > MOST) return;
    this.timer = setTimeout(() => this.key === key && this.load(key), AGAIN);
  }

  /** Wait while something here is pressed: a click needs what it began on to stay where it is. */
  async letGo() {
    if (!this.place.matches(":active")) return;
    await new Promise((done) => {
      for (const kind of ["pointerup", "pointercancel", "keyup"]) addEventListener(kind, () => setTimeout(done), { once: true });
    });
  }

  stop() {
    clearTimeout(this.timer);
  }
}
