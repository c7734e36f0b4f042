/** Joining a table: the connection, and the first view of the game. */

import { LiveGame } from "../net.js";

/** @typedef {import("../types").View} View */

/** A connection that has its first view. `hear` and `connection` can be set later; until then the latest view is kept. */
export class Seat {
  /**
   * @param {string} game
   * @param {string | null} token a seat's, or null to watch
   * @param {(words: string) => void} tell what is going on until the first view
   */
  constructor(game, token, tell) {
    /** @type {View | null} */
    this.latest = null;
    /** @type {((message: any) => void) | null} */
    this.hear = null;
    /** @type {(open: boolean) => void} */
    this.connection = (open) => tell(open ? "Joining the table …" : "Connection lost. Your game is safe; trying again.");
    /** @type {Promise<void>} */
    this.joined = new Promise((resolve, reject) => {
      this.live = new LiveGame(game, token, (message) => {
        if (this.hear) return this.hear(message);
        if (message.type === "view") {
          this.latest = message;
          resolve();
        } else if (message.fatal) {
          reject(new Error(message.error));
        }
      }, (state) => this.connection(state === "open"));
    });
  }
}
