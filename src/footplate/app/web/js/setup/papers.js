/** The bots of the papers on the set-up page: choose the paper, then one of its bots; the open one shows its options as fields. */

import { fill, h, set } from "../dom.js";
import { keepingFocus } from "../pages/frame.js";
import { cheatSign } from "../pieces.js";
import { ratingWord } from "./ladder.js";
import { botOf, playsOn, specWith, valuesIn } from "./plan.js";

/** @typedef {import("../types").Opponent} Opponent */
/** @typedef {import("../types").LadderFacts} LadderFacts */
/** @typedef {Opponent["fields"][number]} Field */

/** @type {Record<string, string>} */
const PAPERS = {
  own: "Footplate's own", warwick: "Warwick report", steered: "Ways to play weaker", silva: "De Mesentier Silva and others",
  thesis: "Thesis on seven cities", yang: "Yang and others",
};
const FIRST = "warwick";
const UNRATED = "Changed options: not rated.";

/** "Tries a move: 100 to 100,000." @param {Field} field */
const limits = ({ label, least, most }) => `${label}: ${least.toLocaleString("en")} to ${most.toLocaleString("en")}.`;

/** What somebody typed, or null if it can't be. @param {Field} field @param {string} text */
function numberIn({ least, most, whole }, text) {
  const value = Number(text.replace(/,/g, "").replace("−", "-"));
  return text.trim() === "" || !Number.isFinite(value) || value < least || value > most || (whole && !Number.isInteger(value)) ? null : value;
}

export class Papers {
  /**
   * @param {number} n of the opponent who is chosen
   * @param {Opponent[]} opponents
   * @param {string} board
   * @param {string} chosen a spec string
   * @param {(spec: string) => void} take
   */
  constructor(n, opponents, board, chosen, take) {
    this.n = n;
    this.bots = opponents.filter((bot) => !["adaptive", "level", "champion"].includes(bot.group) && playsOn(bot, board));
    this.chosen = chosen;
    this.take = take;
    /** @type {LadderFacts["marks"]} */
    this.marks = {};
    const bot = botOf(chosen, this.bots);
    this.open = bot?.spec ?? "";
    this.paper = bot?.group ?? FIRST;
    const order = Object.keys(PAPERS);
    const groups = [...new Set(this.bots.map(({ group }) => group))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    this.select = /** @type {HTMLSelectElement} */ (h("select", { id: `paper-${n}`, "aria-label": "Paper", onchange: () => this.choosePaper(this.select.value) },
      groups.map((group) => h("option", { value: group, selected: group === this.paper }, PAPERS[group] ?? group))));
    this.list = h("div", { class: "paper-bots" });
    /** @type {Map<string, HTMLElement>} what is said of a rating, by spec string */
    this.tags = new Map();
    this.element = h("div", { class: "papers" }, this.select, this.list);
    this.draw();
  }

  /** @param {LadderFacts | null} facts */
  update(facts) {
    this.marks = facts?.marks ?? {};
    for (const [spec, tag] of this.tags) this.rate(tag, spec);
  }

  /** @param {HTMLElement} tag @param {string} spec */
  rate(tag, spec) {
    const mark = this.marks[spec];
    fill(tag, mark && `rated ${ratingWord(mark.rating)} ± ${mark.error}`);
    tag.hidden = !mark;
  }

  /** @param {string} paper */
  choosePaper(paper) {
    this.paper = paper;
    this.draw();
  }

  draw() {
    this.tags.clear();
    keepingFocus(() => fill(this.list, this.bots.filter(({ group }) => group === this.paper).map((bot) => this.row(bot))));
  }

  /** @param {Opponent} bot */
  row(bot) {
    const isOpen = this.open === bot.spec;
    const isOn = botOf(this.chosen, this.bots) === bot;
    const tag = h("span", { class: "tag outline", hidden: true });
    if (!bot.sees) this.tags.set(bot.spec, tag);
    this.rate(tag, bot.spec);
    const toggle = () => {
      this.open = isOpen ? "" : bot.spec;
      this.draw();
    };
    const words = bot.sees ? [h("b", {}, bot.sees), ` Not rated, and with it the game counts for nobody. ${bot.sentence}`] : bot.sentence;
    return h("div", { class: `paper-bot${isOpen ? " open" : ""}${bot.sees ? " cheat" : ""}` },
      h("button", { type: "button", id: `bot-${this.n}-${bot.spec}`, "aria-expanded": String(isOpen), "aria-current": isOn ? "true" : null, onclick: toggle },
        h("span", { class: `spot${isOn ? " on" : ""}`, "aria-hidden": "true" }), h("span", { class: "bot-name" }, bot.name), isOn && h("span", { class: "tag" }, `in seat ${this.n + 2}`),
        bot.sees ? cheatSign() : tag, h("span", { class: "bot-words" }, words)),
      isOpen && this.options(bot, isOn, tag));
  }

  /** The fields of the open bot. @param {Opponent} bot @param {boolean} isOn @param {HTMLElement} tag its rating */
  options(bot, isOn, tag) {
    const now = isOn ? valuesIn(bot, this.chosen) : valuesIn(bot, bot.spec);
    const said = h("p", { class: "hint", role: "status" });
    const take = h("button", { type: "button", class: "btn ghost small", id: `take-${this.n}` }, "Take");
    const inputs = bot.fields.map((field) => this.field(field, now[field.key], () => check()));
    const values = () => inputs.map(({ input }, k) => numberIn(bot.fields[k], input.value));
    const check = () => {
      const found = values();
      found.forEach((value, k) => set(inputs[k].input, { "aria-invalid": value === null ? "true" : null }));
      const wrong = found.indexOf(null);
      const isChanged = found.some((value, k) => value !== bot.fields[k].value);
      take.toggleAttribute("disabled", wrong >= 0);
      fill(said, wrong >= 0 ? limits(bot.fields[wrong]) : isChanged && UNRATED);
      this.rate(tag, isChanged ? "" : bot.spec);
      if (published) published.toggleAttribute("disabled", !isChanged);
    };
    const reset = () => {
      inputs.forEach(({ input }, k) => (input.value = String(bot.fields[k].value)));
      check();
      inputs[0].input.focus(); // the button is disabled now
    };
    const published = bot.fields.length > 0 && h("button", { type: "button", class: "text-link", id: `published-${this.n}`, onclick: reset }, "As published");
    take.addEventListener("click", () => {
      const found = values();
      if (found.includes(null)) return;
      this.take(specWith(bot, Object.fromEntries(bot.fields.map(({ key }, k) => [key, /** @type {number} */ (found[k])]))));
    });
    check();
    return h("div", { class: "bot-options" }, bot.fields.length > 0 && h("div", { class: "bot-fields" }, inputs.map(({ element }) => element)),
      h("div", { class: "bot-acts" }, published, said, take));
  }

  /** A number, with − and + for fingers. @param {Field} field @param {number} now @param {() => void} changed */
  field(field, now, changed) {
    const input = /** @type {HTMLInputElement} */ (h("input", {
      type: "text", inputmode: "decimal", id: `field-${this.n}-${field.key}`, value: String(now), autocomplete: "off", maxlength: 12, class: "num", oninput: changed,
    }));
    const step = 10 ** Math.floor(Math.log10(Math.abs(field.value) || 1));
    /** @param {number} by */
    const move = (by) => {
      const value = (numberIn(field, input.value) ?? field.value) + by;
      input.value = String(Number(Math.min(field.most, Math.max(field.least, value)).toFixed(6)));
      changed();
    };
    /** @param {string} sign @param {string} word @param {number} by */
    const button = (sign, word, by) => h("button", { type: "button", class: "btn ghost small step", "aria-label": `${word} ${field.label}`, onclick: () => move(by) }, sign);
    return { input, element: h("div", { class: "bot-field" }, h("label", { for: input.id }, field.label), button("−", "Less:", -step), input, button("+", "More:", step)) };
  }
}
