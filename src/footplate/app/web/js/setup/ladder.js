/** The ladder of levels on the set-up page: six of them on a rail with their ratings, the strongest on top, and you among them. */

import { fill, h } from "../dom.js";
import { emblem } from "../pieces.js";

/** @typedef {import("../types").LadderFacts} LadderFacts */
/** @typedef {import("../types").Opponent} Opponent */
/** @typedef {import("../types").Results["rating"]} Rating */

const ENOUGH = 5; // rated games after which you stand on the rail

/** "1,180". @param {number} rating */
export const ratingWord = (rating) => rating.toLocaleString("en");

/** How many of ten games the first one wins, by two ratings. @param {number} one @param {number} other */
const outOfTen = (one, other) => Math.round(10 / (1 + 10 ** ((other - one) / 400)));

/** A choice among opponents, as a native radio button. @param {string} id @param {string} group @param {boolean} isOn @param {() => void} choose */
export function choiceOf(id, group, isOn, choose) {
  const input = /** @type {HTMLInputElement} */ (h("input", {
    type: "radio", id, name: group, checked: isOn, onchange: choose,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || input.checked) return;
      event.preventDefault();
      input.checked = true;
      choose();
    },
  }));
  return input;
}

export class Ladder {
  /**
   * @param {number} n of the opponent who is chosen
   * @param {Opponent[]} levels the weakest first
   * @param {string} chosen a spec string
   * @param {(spec: string) => void} choose
   * @param {number} livery yours
   */
  constructor(n, levels, chosen, choose, livery) {
    this.levels = levels;
    this.livery = livery;
    this.rows = levels.map((bot, k) => {
      const parts = { beats: h("span", {}), rating: h("span", { class: "rung-rating num" }), time: h("span", { class: "rung-time num" }) };
      const isOn = bot.spec === chosen;
      const element = h("label", { class: "rung" }, choiceOf(`level-${n}-${bot.spec}`, `level-${n}`, isOn, () => choose(bot.spec)),
        h("span", { class: "rung-stop", "aria-hidden": "true" }, h("span", { class: "rung-number num" }, k + 1)),
        h("span", { class: "rung-words" }, h("b", {}, bot.name, isOn && h("span", { class: "tag" }, `in seat ${n + 2}`)), h("span", {}, bot.sentence), parts.beats),
        parts.rating, parts.time);
      return { element, ...parts };
    });
    this.you = h("p", { class: "rung-you", hidden: true });
    this.element = h("fieldset", { class: "ladder" }, h("legend", { class: "for-readers" }, "Six levels"),
      h("div", { class: "rung-head", "aria-hidden": "true" }, h("span", {}, "Six levels"), h("span", {}, "Rating"), h("span", {}, "A move")),
      this.you, this.rows.map(({ element }) => element).reverse());
  }

  /** Show what was measured; rows stay the elements that they are. @param {LadderFacts | null} facts @param {Rating | null} you */
  update(facts, you) {
    this.rows.forEach(({ beats, rating, time }, k) => {
      const level = facts?.levels[k];
      fill(beats, level?.beats);
      fill(rating, level && level.rating !== null && [h("b", {}, ratingWord(level.rating)), h("small", {}, `± ${level.error}`)]);
      fill(time, level?.time);
    });
    const mine = facts?.rated && you && you.games >= ENOUGH ? you : null;
    this.you.hidden = !mine;
    if (!mine || !facts) return;
    const weaker = this.rows.filter((_, k) => (facts.levels[k].rating ?? Infinity) < mine.mean);
    if (weaker.length) weaker[weaker.length - 1].element.before(this.you);
    else this.rows[0].element.after(this.you);
    fill(this.you, h("span", { class: "rung-stop", "aria-hidden": "true" }, h("i", { style: `background:var(--p${this.livery})` })),
      h("span", {}, emblem(this.livery, 24, 12), h("b", {}, ` You, ${ratingWord(mine.mean)}.`), this.against(facts, mine.mean)));
  }

  /** How often the level that is nearest to you wins. @param {LadderFacts} facts @param {number} mine */
  against(facts, mine) {
    const rated = this.levels.flatMap((bot, k) => (facts.levels[k].rating === null ? [] : [{ name: bot.name, rating: /** @type {number} */ (facts.levels[k].rating) }]));
    const near = rated.sort((a, b) => Math.abs(a.rating - mine) - Math.abs(b.rating - mine))[0];
    return near && ` Against you ${near.name} wins ${outOfTen(near.rating, mine)} of 10 games.`;
  }
}
