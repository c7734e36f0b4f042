/** A puzzle from one of one's own games, #/puzzle/GAME/NUMBER: the position before a costly decision. Choose, then see. */

import { fill, h } from "../dom.js";
import { ask, get, whatHappened } from "../net.js";
import { airy, miniCard, pair, percent, plural, spellCities, statusIcon } from "../pieces.js";
import { DecisionMap } from "../review/map.js";
import { disc } from "../review/sheet.js";
import { showPage } from "./frame.js";

/** @typedef {import("../types").ReviewDecision} Decision */
/** @typedef {import("../types").ReviewMove} Move */

/** @param {HTMLElement} root @param {string} [game] @param {string} [number] of the action */
export async function show(root, game = "", number = "") {
  const id = encodeURIComponent(game);
  const [review, replay, progress] = await Promise.all([get(`/api/games/${id}/review`), get(`/api/games/${id}/replay`), get("/api/me/progress")]);
  /** @type {Decision | undefined} */
  const decision = review.costliest.find((/** @type {Decision} */ one) => one.number === Number(number));
  if (!decision) throw new Error("There is no such puzzle. The profile lists those that there are.");
  const board = await get(`/api/boards/${encodeURIComponent(replay.name)}`);
  spellCities(board);
  const page = new Puzzle(id, review, replay, board, decision, nextOf(progress, game));
  const title = h("h1", { class: "replay-title" }, h("b", {}, "Puzzle"), h("span", {}, `${replay.title}, turn ${decision.turn + 1} of one of your games`));
  const leave = showPage(root, { title: "Puzzle", here: "#/puzzle", middle: title, body: page.element });
  page.map.show(decision.number, null);
  return () => {
    page.map.leave();
    leave();
  };
}

/** The puzzle after that of a game, round and round. @param {import("../types").Progress} progress @param {string} game */
function nextOf({ puzzles }, game) {
  const next = puzzles[(puzzles.findIndex((one) => one.game === game) + 1) % puzzles.length];
  return next && next.game !== game ? `#/puzzle/${next.game}/${next.number}` : "";
}

class Puzzle {
  /**
   * @param {string} id @param {import("../types").Review} review @param {import("../types").Replay} replay
   * @param {import("../types").BoardFile} board @param {Decision} decision @param {string} next address of another one
   */
  constructor(id, review, replay, board, decision, next) {
    this.id = id;
    this.decision = decision;
    this.next = next;
    this.map = new DecisionMap(replay, board, review.you);
    this.answer = h("div", { class: "puzzle-answer", role: "status" });
    this.choices = h("div", { class: "puzzle-choices", role: "group", "aria-label": "Your choice" });
    const { hand, tickets, trains } = replay.steps[decision.number].seats[review.you];
    const cards = [...board.colors, "locomotive"].filter((card) => hand[card]);
    const market = replay.steps[decision.number].market.filter((card) => card !== null);
    const row = (/** @type {string} */ name, /** @type {import("../dom.js").Child[]} */ what, /** @type {string} */ words) => h("div", { class: "puzzle-cards" }, h("h2", {}, name),
      h("div", { class: "replay-hand", role: "img", "aria-label": words }, what));
    this.element = h("main", { class: "review puzzle" }, this.map.element, h("section", { class: "panel review-sheet", "aria-label": "Puzzle" }, h("div", { class: "review-body" },
      row("Your hand", cards.map((card) => h("span", { class: "replay-card" }, miniCard(card), hand[card])), cards.map((card) => `${hand[card]} ${card}`).join(", ") || "No cards"),
      row("Market", market.map((card) => h("span", { class: "replay-card" }, miniCard(card))), market.join(", ") || "No cards"),
      h("p", { class: "muted" }, `${plural(trains, "train")} left.`),
      h("ul", { class: "puzzle-tickets" }, tickets.map(({ state, title, a, b, reason }) => h("li", {}, statusIcon(state), h("span", {}, title || pair(a, b)), h("small", {}, reason)))),
      h("h2", {}, "What would you do?"), this.choices, this.answer)));
    const moves = decision.number % 2 ? [decision.played, decision.better] : [decision.better, decision.played]; // in no order that tells
    fill(this.choices, moves.map((move) => h("button", { type: "button", class: "btn ghost", onclick: () => this.choose(move) }, airy(capital(move.words)))));
  }

  /** @param {Move} move */
  choose(move) {
    const { better, played, cost, reason, deals, number } = this.decision;
    const error = Math.max(1, Math.round(100 * (cost.high - cost.mean)));
    this.map.show(number, this.decision);
    const line = (/** @type {"better" | "played"} */ what, /** @type {Move} */ one) => h("p", { class: "puzzle-line" }, disc(what), h("b", {}, `${percent(one.win)} `),
      airy(capital(one.words)), one === move && h("small", {}, "your choice now"), what === "played" && h("small", {}, "played in the game"));
    const trouble = h("p", { class: "start-trouble", role: "alert" });
    const again = async () => {
      try {
        const { id } = await ask("POST", `/api/games/${this.id}/practice`, { number });
        location.hash = `#/game/${id}`;
      } catch (failed) {
        fill(trouble, whatHappened(failed));
      }
    };
    fill(this.answer, line("better", better), line("played", played), h("p", {}, airy(reason)),
      h("p", { class: "muted" }, `The chance to win after each, ± ${error}, in the same ${deals} deals that fit what you had seen.`), trouble,
      h("div", { class: "acts" }, this.next && h("a", { class: "btn", href: this.next }, "Next puzzle"),
        h("button", { type: "button", class: "btn ghost", onclick: again }, "Try again from here"),
        h("a", { class: "btn ghost", href: `#/review/${this.id}` }, "Review")));
    for (const button of this.choices.querySelectorAll("button")) button.disabled = true;
  }
}

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1);
