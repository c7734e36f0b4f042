/** The ladder of levels on the set-up page: six of them on a rail with their ratings, the strongest on top, and you among them. */

import { h } from "../dom.js";

/** @typedef {import("../types").LadderFacts} LadderFacts */
/** @typedef {import("../types").Opponent} Opponent */

const ENOUGH = 5; // rated games after which you stand on the rail

/** @param {LadderFacts["levels"][number] | undefined} level @returns {level is LadderFacts["levels"][number] & { rating: number }} */
const isRated = (level) => level !== undefined && level.rating !== null;

/** How many of ten games the first one wins, by two ratings. @param {number} one @param {number} other */
const outOfTen = (one, other) => Math.round(10 / (1 + 10 ** ((other - one) / 400)));

/**
 * @param {number} n of the opponent who is chosen
 * @param {Opponent[]} bots Adaptive and the levels, the weakest first
 * @param {LadderFacts | null} facts null: not here yet
 * @param {import("../types").Results["rating"] | null} you
 * @param {string} chosen a spec string
 * @param {(spec: string) => void} choose
 * @param {HTMLElement | null} slider what stands below Adaptive
 */
export function ladder(n, bots, facts, you, chosen, choose, slider) {
  /** @param {Opponent} bot @param {...import("../dom.js").Child} inside */
  const row = (bot, ...inside) => h("label", { class: "rung" },
    h("input", { type: "radio", name: `level-${n}`, value: bot.spec, id: `level-${n}-${bot.spec}`, checked: bot.spec === chosen, onchange: () => choose(bot.spec) }),
    inside);
  const levels = bots.filter(({ group }) => group === "level");
  const rows = levels.map((bot, k) => {
    const level = facts?.levels[k];
    return { rating: level?.rating ?? null, element: row(bot,
      h("span", { class: "rung-number num", "aria-hidden": "true" }, k + 1),
      h("span", { class: "rung-words" }, h("b", {}, bot.name), h("span", {}, bot.sentence), level?.beats && h("span", {}, level.beats)),
      h("span", { class: "rung-rating num" },
        isRated(level) && h("span", {}, h("b", {}, level.rating.toLocaleString("en")), ` ± ${level.error}`), h("span", {}, level?.time))) };
  }).reverse();
  const mine = facts?.rated && you && you.games >= ENOUGH ? you : null;
  const place = mine ? rows.findIndex(({ rating }) => rating !== null && rating < mine.mean) : -1;
  const parts = rows.map(({ element }) => element);
  if (mine) parts.splice(place < 0 ? parts.length : place, 0, yourBar(mine, levels, facts));
  return h("fieldset", { class: "ladder" },
    h("legend", { class: "for-readers" }, "Level"),
    bots.filter(({ group }) => group === "adaptive").map((bot) => row(bot,
      h("span", { class: "rung-number", "aria-hidden": "true" }),
      h("span", { class: "rung-words" }, h("b", {}, bot.name), h("span", {}, "Not on the ladder: its strength is yours.")))),
    slider,
    parts,
    facts && h("p", { class: "hint" }, facts.words));
}

/** "You, 1,180. Against you Driver wins 6 of 10 games." @param {NonNullable<Parameters<typeof ladder>[3]>} you @param {Opponent[]} levels @param {LadderFacts | null} facts */
function yourBar(you, levels, facts) {
  const rated = levels.flatMap((bot, k) => (isRated(facts?.levels[k]) ? [{ name: bot.name, rating: /** @type {number} */ (facts?.levels[k].rating) }] : []));
  const near = rated.sort((a, b) => Math.abs(a.rating - you.mean) - Math.abs(b.rating - you.mean))[0];
  return h("p", { class: "rung-you" }, h("b", {}, `You, ${you.mean.toLocaleString("en")}.`),
    near && ` Against you ${near.name} wins ${outOfTen(near.rating, you.mean)} of 10 games.`);
}
