/** The questions after a game of a study, in place of the notes: native radio buttons; 1 to 7 answer and go on, Enter sends. */

import { fill, h, set } from "../dom.js";
import { ask, get, whatHappened } from "../net.js";
import { plural } from "../pieces.js";
import { gameAddress } from "../seats.js";

/** @typedef {import("../types").StudyFacts} StudyFacts */
/** @typedef {import("../types").StudyQuestion} StudyQuestion */

/** "12 May". @param {string} date */
export const dayOf = (date) => new Date(`${date}T12:00`).toLocaleDateString("en-GB", { day: "numeric", month: "long" });

/** Whether the questions are a page, since the screen has no room for them beside the map. */
export const isPage = () => matchMedia("(max-width: 599px)").matches;

/** Set up the next game of the study and go there; the start says what there is when there is none. @param {StudyFacts} study */
export async function playOn(study) {
  const { done = 0, game = null } = study.you ?? {};
  const isOpen = game !== null && game.answered === null;
  location.hash = isOpen || done < study.games ? gameAddress((await ask("POST", "/api/study/games")).id) : "#/";
}

export class Questions {
  /** @param {string} id of the game @param {"h1" | "h2"} heading */
  constructor(id, heading = "h2") {
    this.id = id;
    this.heading = heading;
    this.element = h("section", { class: "questions", "aria-labelledby": "questions-title" });
    this.next = h("div", { class: "next questions-next" });
    /** @type {Record<string, string>} */
    this.given = {};
    /** @type {readonly StudyQuestion[]} */
    this.asked = [];
  }

  /** Ask, unless it was asked before. */
  async ask() {
    const { element } = this;
    try {
      /** @type {StudyFacts} */
      const study = await get("/api/study");
      this.study = study;
      const game = study.you?.game;
      if (game?.id !== this.id || game.answered) return this.thank(study);
      this.number = game.number;
      this.asked = study.you?.questions ?? [];
      this.paint(study, game.number);
      const stop = new AbortController();
      addEventListener("keydown", (event) => (element.isConnected ? this.onKey(event) : stop.abort()), { capture: true, signal: stop.signal });
    } catch (error) {
      fill(element, h("p", { role: "alert" }, whatHappened(error)));
    }
  }

  /** @param {StudyFacts} study */
  thank(study) {
    fill(this.element, h(this.heading, { id: "questions-title" }, study.you ? "This game is answered. Thank you." : "This game is in no study that you take part in."));
    fill(this.next, h("a", { class: "btn", href: "#/" }, "To the study"));
  }

  /** @param {StudyFacts} study @param {number} number of the game */
  paint(study, number) {
    const isLast = number >= study.games;
    this.trouble = h("p", { class: "start-trouble", role: "alert" });
    this.send = h("button", { type: "submit", form: "questions-form", class: "btn" }, isLast ? "Send" : "Send and play on");
    this.missing = h("span", { class: "hint", role: "status" });
    fill(this.element,
      h("div", { class: "questions-head" }, h(this.heading, { id: "questions-title" }, "How was this game?"), h("span", {}, `game ${number} of ${study.games}, 1 minute`)),
      h("p", { class: "hint" }, `Study “${study.title}”. You agreed on ${dayOf(study.you?.agreed ?? "")} and can `, h("a", { href: "#/" }, "stop at any time"), "."),
      h("form", { id: "questions-form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.answer(false); } },
        this.asked.map((question) => this.item(question, study.ratings))),
      this.trouble);
    fill(this.next, this.send, this.missing, h("button", { type: "button", class: "text-link", onclick: () => this.answer(true) }, "Skip this one"));
    this.count();
  }

  /** @param {StudyQuestion} question @param {number} ratings */
  item({ name, words, low, high, choices }, ratings) {
    const values = choices ?? Array.from({ length: ratings }, (_, n) => `${n + 1}`);
    const options = values.map((value) => h("label", {}, h("input", {
      type: "radio", name, value, onchange: () => { this.given[name] = value; this.count(); },
    }), h("span", {}, value)));
    return h("fieldset", { class: "question", "data-name": name },
      h("legend", {}, h("b", {}, words), choices && h("small", {}, " asked once"), !choices && h("span", { class: "for-readers" }, ` 1: ${low}, ${ratings}: ${high}`)),
      choices ? h("div", { class: "segments" }, options)
        : h("div", { class: "scale-row" }, h("span", { "aria-hidden": "true" }, low), h("div", { class: "scale" }, options), h("span", { "aria-hidden": "true" }, high)));
  }

  /** How many answers are missing. */
  count() {
    const missing = this.asked.length - Object.keys(this.given).length;
    set(/** @type {HTMLElement} */ (this.send), { disabled: missing > 0 });
    fill(/** @type {HTMLElement} */ (this.missing), missing > 0 && `${plural(missing, "answer")} ${missing > 1 ? "are" : "is"} missing.`);
  }

  /** A figure answers the question that has the focus, or the first that is open, and goes on to the next. @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.send?.isConnected || this.element.closest("[hidden]")) return;
    const target = /** @type {Element} */ (event.target);
    if (event.key === "Enter" && !target.closest("button, a, input, summary")) {
      event.preventDefault();
      /** @type {HTMLElement} */ (this.send).click();
      return;
    }
    const items = [.../** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(".question"))];
    const focused = target.closest(".question");
    const at = focused ? items.indexOf(/** @type {HTMLElement} */ (focused)) : items.findIndex((item) => !this.given[item.dataset.name ?? ""]);
    const wanted = /** @type {HTMLInputElement | undefined} */ (/^[1-9]$/.test(event.key) ? items[at]?.querySelectorAll("input")[Number(event.key) - 1] : undefined);
    if (!wanted) return;
    event.preventDefault();
    wanted.click();
    const after = /** @type {HTMLElement | undefined} */ (items[at + 1]?.querySelector("input:checked, input") ?? this.send);
    after?.focus();
  }

  /** @param {boolean} skips */
  async answer(skips) {
    const { skill = null, ...ratings } = this.given;
    const rated = Object.fromEntries(Object.entries(ratings).map(([name, value]) => [name, Number(value)]));
    try {
      await ask("POST", "/api/study/answers", skips ? { number: this.number } : { number: this.number, ratings: rated, skill });
      await playOn(await get("/api/study"));
    } catch (error) {
      fill(/** @type {HTMLElement} */ (this.trouble), whatHappened(error));
    }
  }
}
