/** Who sits in a seat: the ladder, and beside it Adaptive, the champions, the bots of the papers, and a person. */

import { fill, h } from "../dom.js";
import { LIVERY_NAMES, emblem } from "../pieces.js";
import { Ladder, choiceOf, ratingWord } from "./ladder.js";
import { Papers } from "./papers.js";
import { ADAPTIVE, botOf, freeLiveries } from "./plan.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Rival} Rival */
/** @typedef {import("../types").Opponent} Opponent */
/** @typedef {import("../types").LadderFacts} LadderFacts */

const FOLDED = "(max-width: 480px)"; // where groups begin closed

export class OpponentView {
  /**
   * @param {Plan} plan
   * @param {number} n of the opponent
   * @param {Opponent[]} opponents
   * @param {{ changed: () => void, taken: () => void, back: () => void }} on something has changed; somebody was taken; back to the table
   */
  constructor(plan, n, opponents, { changed, taken, back }) {
    this.plan = plan;
    this.rival = plan.rivals[n];
    this.changed = changed;
    this.taken = taken;
    const { rival } = this;
    const spec = rival.kind === "bot" ? rival.spec : "";
    const here = opponents.filter(({ group }) => group === "level");
    this.levels = here;
    this.ladder = new Ladder(n, here, spec, (chosen) => this.take({ kind: "bot", spec: chosen }), plan.you);
    this.papers = new Papers(n, opponents, plan.board, spec, (chosen) => this.take({ kind: "bot", spec: chosen }));
    this.words = h("p", { class: "hint" });
    this.champions = opponents.filter(({ group }) => group === "champion").map((bot) => ({ bot, words: h("span", {}) }));
    const color = LIVERY_NAMES[rival.livery - 1];
    const livery = h("button", {
      type: "button", class: "livery-button", id: `livery-${n}`, "aria-label": `Livery: ${color}. Take another one.`, title: `${color}: click for another livery`,
      disabled: freeLiveries(plan).length === 0, onclick: () => this.nextLivery(),
    }, emblem(rival.livery, 38, 18));
    this.element = h("section", { class: "panel opponent-view", "aria-labelledby": "seat-title", onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && back() },
      h("header", {}, h("button", { type: "button", class: "text-link back-to-table", id: "back", onclick: back }, "Back to the table"),
        h("h1", { id: "seat-title", tabindex: -1 }, `Who sits in seat ${n + 2}?`), livery, this.words),
      this.ladder.element,
      h("div", { class: "beside" },
        this.group("Adaptive", spec === ADAPTIVE, this.adaptive(n, spec)),
        this.group("Champions", botOf(spec, opponents)?.group === "champion", this.champions.map((one) => this.champion(n, spec, one))),
        this.group("From the papers", spec !== "" && !this.levels.some((level) => level.spec === spec) && spec !== ADAPTIVE, this.papers.element),
        this.group("A person", rival.kind !== "bot", this.person(n))));
  }

  /** Where many don't fit, groups begin folded; who sits here is in sight. @param {string} title @param {boolean} isChosen @param {(HTMLElement | HTMLElement[])} inside */
  group(title, isChosen, inside) {
    return h("details", { class: "group", open: isChosen || !matchMedia(FOLDED).matches }, h("summary", {}, h("h2", {}, title)), inside);
  }

  /** Show what was measured. @param {LadderFacts | null} facts @param {import("../types").Results["rating"] | null} you */
  update(facts, you) {
    this.ladder.update(facts, you);
    this.papers.update(facts);
    fill(this.words, facts?.words);
    for (const { bot, words } of this.champions) {
      const mark = facts?.marks[bot.spec];
      fill(words, `${bot.sentence} ${facts?.champions[bot.spec] ?? ""}`, mark && ` Rated ${ratingWord(mark.rating)} ± ${mark.error}.`);
    }
  }

  /** Somebody else sits here. @param {Partial<Rival>} choice */
  take(choice) {
    Object.assign(this.rival, choice);
    this.taken();
  }

  /** Levels by their numbers. @param {string} key "1" to "6" */
  takeLevel(key) {
    const level = this.levels[Number(key) - 1];
    if (level) this.take({ kind: "bot", spec: level.spec });
  }

  nextLivery() {
    const free = freeLiveries(this.plan);
    const order = [1, 2, 3, 4, 5].map((step) => ((this.rival.livery - 1 + step) % 5) + 1);
    this.take({ livery: order.find((livery) => free.includes(livery)) ?? this.rival.livery });
  }

  /** @param {number} n @param {string} spec */
  adaptive(n, spec) {
    return h("div", { class: "adaptive" },
      h("label", { class: "choice-row" }, choiceOf(`level-${n}-${ADAPTIVE}`, `adaptive-${n}`, spec === ADAPTIVE, () => this.take({ kind: "bot", spec: ADAPTIVE })),
        h("span", { class: "spot", "aria-hidden": "true" }), h("span", {}, h("b", {}, "Adaptive"), h("span", {}, "Not on the ladder: its strength is yours."))),
      this.slider());
  }

  /** @param {number} n @param {string} spec @param {{ bot: Opponent, words: HTMLElement }} champion */
  champion(n, spec, { bot, words }) {
    return h("label", { class: "choice-row" }, choiceOf(`champion-${n}-${bot.spec}`, `champion-${n}`, spec === bot.spec, () => this.take({ kind: "bot", spec: bot.spec })),
      h("span", { class: "spot", "aria-hidden": "true" }), h("span", {}, h("b", {}, bot.name), words));
  }

  /** "You should win 50 of 100 games": one target, which all adaptive opponents share. */
  slider() {
    const { plan } = this;
    const figure = h("b", {}, `${plan.aim} of 100 games`);
    const input = /** @type {HTMLInputElement} */ (h("input", {
      type: "range", class: "aim-slider", id: "aim", min: 20, max: 80, step: 5, value: plan.aim, "aria-label": "You should win so many of 100 games",
      oninput: () => {
        plan.aim = Number(input.value);
        show();
      },
      onchange: () => this.changed(),
    }));
    const show = () => {
      figure.textContent = `${plan.aim} of 100 games`;
      input.style.setProperty("--at", `${((plan.aim - 20) / 60) * 100}%`);
      input.setAttribute("aria-valuetext", figure.textContent);
    };
    show();
    return h("div", { class: "target" }, h("div", { class: "target-words" }, h("span", {}, "You should win"), figure), input,
      h("div", { class: "ticks num", "aria-hidden": "true" }, [20, 35, 50, 65, 80].map((tick) => h("span", {}, tick))));
  }

  /** @param {number} n */
  person(n) {
    const { rival } = this;
    const input = /** @type {HTMLInputElement} */ (h("input", {
      type: "text", id: `name-${n}`, maxlength: 40, value: rival.name, placeholder: "Name", "aria-label": "The person's name",
      oninput: () => {
        rival.name = input.value;
        this.changed();
      },
    }));
    /** @param {"link" | "hot"} kind @param {string} word */
    const way = (kind, word) => h("button", {
      type: "button", class: "btn ghost small", id: `${kind}-${n}`, "aria-pressed": String(rival.kind === kind), onclick: () => this.take({ kind }),
    }, word);
    return h("div", { class: "person" }, h("div", { class: "person-row" }, input, way("link", "By link"), way("hot", "This device")),
      h("p", { class: "hint" }, "By link: you get a link and a QR code to show when the game starts. This device: a curtain hides the cards between turns."));
  }
}
