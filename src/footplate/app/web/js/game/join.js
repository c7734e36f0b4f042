/** Joining a table: sitting down by a link, the connection, and the first view of the game. */

import { fill, h } from "../dom.js";
import { curtain } from "../empty.js";
import { LiveGame, ServerError, ask, get, whatHappened } from "../net.js";
import { takeOldSeats, takeSeat } from "../seats.js";
import { changeSettings, settings } from "../settings.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").LinkFacts} LinkFacts */

const SEAT = /^\d{1,2}$/;
const UNNAMED = "Guest"; // the server's word for whoever has no name
const keyOf = (/** @type {string} */ game) => `footplate-link-${game}`;

/**
 * Whoever comes by a link is asked for a name and sits down. The link leaves the address at once, so that nobody reads it there; it is
 * kept in this tab until it is used.
 * @param {HTMLElement} root
 * @param {string} game
 * @param {string} word a link's, or the number of a seat at this screen
 * @returns {Promise<number | null | undefined>} the seat; null to watch, undefined for the first seat of one's own, if there is one
 */
export async function arrive(root, game, word) {
  if (SEAT.test(word)) return Number(word) - 1;
  await takeOldSeats(game);
  if (word) {
    history.replaceState(null, "", `#/game/${encodeURIComponent(game)}`);
    sessionStorage.setItem(keyOf(game), word);
  }
  const token = sessionStorage.getItem(keyOf(game));
  if (!token) return undefined;
  const at = `/api/games/${encodeURIComponent(game)}`;
  /** @type {LinkFacts} */
  let link;
  try {
    link = await ask("POST", `${at}/link`, { token });
  } catch (error) {
    if (!(error instanceof ServerError) || error.status !== 409) throw error;
    sessionStorage.removeItem(keyOf(game));
    return get(at).then(() => undefined, () => toldUsed(root));
  }
  return sitDown(root, game, token, link);
}

/** The link was used, and not by this browser. @param {HTMLElement} root @returns {Promise<undefined>} when they want to watch */
const toldUsed = (root) => new Promise((resolve) => {
  fill(root, curtain(1, {}, h("h1", {}, "This link has been used"),
    h("p", {}, "Every link is good once. Ask whoever invited you for a new one; if it was you who used it, open the game in that browser or make a link for this device in its menu."),
    h("p", { class: "acts" }, h("button", { type: "button", class: "btn", onclick: () => resolve(undefined) }, "Watch"), " ", h("a", { class: "btn ghost", href: "#/" }, "To the start"))));
});

/**
 * The form on which one sits down.
 * @param {HTMLElement} root
 * @param {string} game
 * @param {string} token
 * @param {LinkFacts} link
 * @returns {Promise<number | null>}
 */
const sitDown = (root, game, token, link) => new Promise((resolve) => {
  const known = settings.name && settings.name !== UNNAMED && !link.yours ? settings.name : "";
  const given = link.name === UNNAMED ? "" : link.name;
  const name = /** @type {HTMLInputElement} */ (h("input", {
    type: "text", id: "sit-name", maxlength: 40, required: true, value: known || given, placeholder: "Name", autocomplete: "nickname",
  }));
  const trouble = h("p", { class: "start-trouble", role: "alert" });
  const done = (/** @type {number | null} */ seat) => resolve(seat);
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const seat = await takeSeat(game, token, link.free ? name.value.trim() : "", link.cheats !== "");
      sessionStorage.removeItem(keyOf(game));
      if (link.free && !known && !link.yours) await changeSettings({ name: name.value.trim() });
      done(seat);
    } catch (error) {
      trouble.textContent = whatHappened(error);
    }
  };
  const others = link.others.length > 1 ? `${link.others.slice(0, -1).join(", ")} and ${link.others.at(-1)}` : link.others[0];
  fill(root, curtain(link.livery, {}, h("h1", {}, link.free ? "Take your seat" : `Play on as ${link.name}`),
    h("p", {}, link.free ? `${link.title}${others ? ` with ${others}` : ""}.` : `${link.title}. The seat can then be played from this device, too.`,
      link.free && link.cheats && h("b", { class: "cheat-words" }, ` ${link.cheats} With it the game counts for nobody. Sit down only if you agree.`),
      link.help && " Help from the search is allowed at this table.",
      link.free && link.yours && " You play here already: sit down only if somebody shares this screen with you."),
    h("form", { class: "sit-down", onsubmit }, link.free && h("label", {}, h("span", {}, "Your name"), name),
      h("button", { type: "submit", class: "btn big" }, link.free ? (link.cheats ? "I agree, sit down" : "Sit down") : "Play here")),
    trouble, h("button", { type: "button", class: "text-link", onclick: () => done(null) }, "Only watch")));
  (link.free ? name : root.querySelector("button"))?.focus();
});

/** A connection that has its first view. `hear` and `connection` can be set later; until then the latest view is kept. */
export class Seat {
  /**
   * @param {string} game
   * @param {number | null | undefined} seat of one's own; null watches, and without any one sits in the first of one's own
   * @param {(words: string) => void} tell what is going on until the first view
   * @param {(now: import("../types").Preparation) => void} prepare at the first start, how far the server is
   */
  constructor(game, seat, tell, prepare) {
    /** @type {View | null} */
    this.latest = null;
    /** @type {((message: any) => void) | null} */
    this.hear = null;
    /** @type {(open: boolean) => void} */
    this.connection = (open) => tell(open ? "Joining the table …" : "Connection lost. Your game is safe; trying again.");
    /** @type {Promise<void>} */
    this.joined = new Promise((resolve, reject) => {
      this.live = new LiveGame(game, seat, (message) => {
        if (this.hear) return this.hear(message);
        if (message.type === "view") {
          this.latest = message;
          resolve();
        } else if (message.type === "preparing") {
          prepare(message);
        } else if (message.fatal) {
          reject(new Error(message.error));
        }
      }, (state) => this.connection(state === "open"));
    });
  }
}
