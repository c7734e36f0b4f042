/** The left side of the set-up page: the table with its board, its seats, whether the game is rated, and the start. */

import { fill, h, set } from "../dom.js";
import { keepingFocus } from "../pages/frame.js";
import { cheatSign, emblem, toolButton } from "../pieces.js";
import { onSettings, settings, theme } from "../settings.js";
import { ratingWord } from "./ladder.js";
import { ADAPTIVE, botOf, ratedWords } from "./plan.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Rival} Rival */
/** @typedef {import("../types").Opponent} Opponent */
/** @typedef {import("../types").LadderFacts} LadderFacts */
/** @typedef {"boards" | "you" | Rival} Shown what is open on the right */

export class Table {
  /**
   * @param {Plan} plan
   * @param {Opponent[]} opponents
   * @param {() => import("../types").BoardFacts} board
   * @param {{ show: (what: Shown) => void, add: () => void, remove: (rival: Rival) => void }} on
   * @param {HTMLElement} start what stands at the foot
   */
  constructor(plan, opponents, board, on, start) {
    this.plan = plan;
    this.opponents = opponents;
    this.board = board;
    this.on = on;
    /** @type {Shown} */
    this.shown = "boards";
    this.map = h("img", { alt: "" });
    this.facts = h("p", { class: "table-facts" });
    this.title = h("h2", {});
    this.other = h("button", { type: "button", class: "text-link", id: "other-board", onclick: () => on.show("boards") }, "Other board");
    this.seats = h("div", { class: "seats" });
    this.rated = h("p", { class: "rated-words", role: "status" });
    /** @type {{ rival: Rival, figure: HTMLElement }[]} */
    this.figures = [];
    this.yours = h("span", { class: "num" });
    this.name = h("b", {});
    this.element = h("section", { class: "panel table-panel", "aria-labelledby": "table-title" },
      h("div", { class: "panel-head" }, h("h1", { id: "table-title", tabindex: -1 }, "The table"), this.other),
      h("div", { class: "table-map" }, this.map), h("div", { class: "table-board" }, this.title, this.facts),
      this.seats, this.rated, start);
    this.leave = onSettings(() => this.update());
  }

  /** All but what was measured, anew. */
  draw() {
    const { plan, on } = this;
    const { players: [, most], title, minutes } = this.board();
    fill(this.title, title);
    fill(this.facts, `${plan.rivals.length + 1} of ${most} seats, ${minutes} min`);
    this.figures = [];
    keepingFocus(() => fill(this.seats, this.you(), plan.rivals.map((rival, n) => this.row(rival, n)),
      most === 1 && h("p", { class: "hint" }, "This board is played alone."),
      plan.rivals.length < most - 1 && h("button", { type: "button", class: "add", id: "add-rival", onclick: on.add }, "+ Add a seat")));
    this.update();
  }

  /** Without drawing a control anew: the theme, what is open, and whether the game is rated. */
  update() {
    const address = `/api/boards/${encodeURIComponent(this.board().name)}/thumbnail.svg?theme=${theme()}`;
    if (this.map.getAttribute("src") !== address) set(this.map, { src: address });
    fill(this.name, settings.name || "You");
    this.other.hidden = this.shown === "boards";
    const words = ratedWords(this.plan, this.opponents);
    if (this.rated.textContent !== words) this.rated.textContent = words;
  }

  /** Show what was measured. @param {LadderFacts | null} facts @param {import("../types").Results["rating"] | null} you */
  measured(facts, you) {
    fill(this.yours, you && you.games > 0 && `${ratingWord(you.mean)} ± ${Math.round((you.high - you.low) / 2)}`);
    for (const { rival, figure } of this.figures) {
      const rating = facts?.levels.find(({ spec }) => spec === rival.spec)?.rating ?? facts?.marks[rival.spec]?.rating;
      fill(figure, rating && ratingWord(rating));
    }
  }

  /** @param {Shown} what @param {string} id @param {number} livery @param {import("../dom.js").Child[]} inside @param {string} more */
  seat(what, id, livery, inside, more = "") {
    const isOpen = this.shown === what;
    return h("div", { class: `seat${isOpen ? " open" : ""}${more}` },
      h("button", { type: "button", class: "seat-open", id, "aria-pressed": String(isOpen), onclick: () => this.on.show(what) }, emblem(livery, 30, 16), inside));
  }

  you() {
    return this.seat("you", "seat-you", this.plan.you, [this.name, this.yours, h("span", { class: "seat-words" }, "You. Name and livery.")]);
  }

  /** @param {Rival} rival @param {number} n */
  row(rival, n) {
    const bot = rival.kind === "bot" ? botOf(rival.spec, this.opponents) : undefined;
    const figure = h("span", { class: "num" });
    if (bot && !bot.sees) this.figures.push({ rival, figure });
    const name = bot?.name ?? (rival.name || "A person");
    const element = this.seat(rival, `seat-${n}`, rival.livery, [h("b", {}, name), bot?.sees ? cheatSign() : figure, h("span", { class: "seat-words" }, this.words(rival, bot))], bot?.sees ? " cheat" : "");
    const least = Math.max(this.board().players[0], 2) - 1;
    if (this.plan.rivals.length > least) element.append(toolButton("close", `Remove opponent ${n + 1}`, { onclick: () => this.on.remove(rival) }));
    return element;
  }

  /** @param {Rival} rival @param {Opponent | undefined} bot */
  words(rival, bot) {
    const choosing = this.shown === rival ? " Choosing now." : "";
    if (!bot) return (rival.kind === "link" ? "A person, by link." : "A person at this device.") + choosing;
    if (bot.spec === ADAPTIVE) return `You should win ${this.plan.aim} of 100 games.`;
    const levels = this.opponents.filter(({ group }) => group === "level");
    const level = levels.indexOf(bot);
    if (level >= 0) return `Level ${level + 1} of ${levels.length}.${choosing}`;
    if (bot.sees) return bot.sees;
    return (rival.spec === bot.spec ? bot.sentence : "Changed options: not rated.") + choosing;
  }
}
