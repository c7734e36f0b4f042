/** The sheet of a review: the result, luck and play of everybody, and one's own costliest decisions. */

import { fill, h, s } from "../dom.js";
import { airy, emblem, minus, plural, signed, toolIcon } from "../pieces.js";

/** @typedef {import("../types").Review} Review */
/** @typedef {import("../types").ReviewDecision} Decision */

const HALF = 46; // pixels of the longest bar
const SIGNS = { better: "M7 12.5l3.4 3.4L17 9", played: "M8 8l8 8M16 8l-8 8" };

/** A disc: enamel with a check for the better move, paper with a cross for the one played. @param {"better" | "played"} what @param {number} [size] */
export const disc = (what, size = 20) => s("svg", { class: `review-disc ${what}`, viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true" },
  s("circle", { cx: 12, cy: 12, r: 11 }), s("path", { d: SIGNS[what] }));

const cents = (/** @type {number} */ share) => Math.round(100 * share);

export class Sheet {
  /** @param {string} game @param {{ open: (n: number) => void, next: () => void, back: () => void, again: () => void }} acts */
  constructor(game, acts) {
    this.acts = acts;
    this.progress = h("p", { class: "review-progress", role: "status" });
    this.head = h("header", {});
    this.luck = h("details", { class: "review-luck", open: matchMedia("(min-width: 900px)").matches });
    this.listHead = h("div", { class: "review-heading" });
    this.list = h("ol", { class: "review-list" });
    this.count = h("p", { class: "review-count" });
    this.next = h("button", { type: "button", class: "btn", onclick: acts.next, "aria-keyshortcuts": "J" }, "Next mistake", h("kbd", {}, "J"));
    this.previous = h("button", { type: "button", class: "btn ghost previous", onclick: acts.back, "aria-label": "Previous mistake (K)", title: "Previous mistake (K)" }, "‹");
    this.again = h("button", { type: "button", class: "btn ghost again", onclick: acts.again, title: "Practice from this decision, with what you knew. The rest is dealt anew." }, toolIcon("again"), "Try again from here");
    this.trouble = h("p", { class: "start-trouble", role: "alert" });
    this.element = h("section", { class: "panel review-sheet", "aria-label": "Review" }, h("div", { class: "review-body" }, this.head, this.luck, this.listHead, this.list, this.count),
      h("div", { class: "next" }, this.trouble, this.previous, this.next, this.again, h("a", { class: "btn ghost", href: `#/game/${game}` }, "Result")));
  }

  /** @param {Review} review @param {number | null} open the place of the open decision @param {boolean} isDecision whether the position is one's own to decide */
  show(review, open, isDecision) {
    const { costliest } = review;
    const mine = review.players[review.you].margin;
    fill(this.progress, review.failed ? "The review could not be finished. It goes on when you open it again."
      : review.whole ? "" : `${review.judged} of ${plural(review.decisions, "decision")} looked at`);
    fill(this.head, h("span", { class: "review-caps" }, "End of the line"), h("h1", { tabindex: -1 }, review.result),
      h("p", { class: "muted" }, mine ? `You: cards ${points(mine.luck)}, decisions ${points(mine.play)}.` : "Luck and play are told when all decisions are looked at."), this.progress);
    this.showLuck(review);
    fill(this.listHead, h("h2", {}, "Your costliest decisions"), costliest.length ? h("span", {}, `${costliest.length} of ${review.own}, in win chance`) : "");
    fill(this.list, costliest.length ? costliest.map((one, n) => this.row(one, n, n === open))
      : h("li", { class: "muted" }, review.whole ? "No decision cost you more than chance can explain." : "None so far."));
    fill(this.count, open === null ? "" : `Mistake ${open + 1} of ${costliest.length}`);
    for (const button of [this.next, this.previous]) button.toggleAttribute("disabled", !costliest.length);
    this.again.toggleAttribute("disabled", !isDecision);
    this.again.hidden = !review.mine;
  }

  /** @param {Review} review */
  showLuck(review) {
    const accounts = review.players.flatMap(({ margin }) => (margin ? [margin] : []));
    const most = Math.max(1, ...accounts.flatMap(({ luck, play }) => [Math.abs(luck), Math.abs(play)]));
    fill(this.luck, h("summary", { class: "review-heading" }, h("h2", {}, "Luck and play"), h("span", {}, "points, against an average game")),
      accounts.length > 0 && h("table", {}, h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, "Cards"), h("th", { scope: "col" }, "Decisions"))),
        h("tbody", {}, review.players.map(({ name, livery, margin }) => margin && h("tr", {},
          h("th", { scope: "row" }, emblem(livery, 28, 13), h("b", {}, name)), h("td", {}, bar(margin.luck, most)), h("td", {}, bar(margin.play, most)))))));
  }

  /** @param {Decision} one @param {number} n @param {boolean} isOpen */
  row(one, n, isOpen) {
    const error = Math.max(1, cents(one.cost.high - one.cost.mean));
    return h("li", { class: isOpen ? "open" : "" },
      h("button", { type: "button", class: "review-row", id: `decision-${n}`, "aria-expanded": `${isOpen}`, onclick: () => this.acts.open(n) },
        h("span", { class: "number" }, n + 1), h("span", { class: "turn num" }, `turn ${one.turn + 1}`), h("b", {}, airy(one.headline)), h("span", { class: "cost num" }, `−${cents(one.cost.mean)} %`)),
      isOpen && h("dl", {},
        h("dt", {}, disc("played"), "Played"), h("dd", {}, airy(capital(one.played.words))),
        h("dt", {}, disc("better"), "Better"), h("dd", {}, airy(capital(one.better.words)), h("p", {}, airy(one.reason))),
        h("dt", { class: "plain" }, "Cost"), h("dd", {}, h("span", { class: "num" }, `${cents(one.better.win)} % → ${cents(one.played.win)} %, ± ${error}. `),
          `Judged only by what you could know: ${one.deals} deals that fit what you had seen.`)));
  }
}

/** A bar to the left or right of nothing; a loss is hatched. @param {number} value @param {number} most */
function bar(value, most) {
  const width = Math.round((HALF * Math.abs(value)) / most);
  return h("span", { class: value < 0 ? "review-bar loss" : "review-bar" }, h("span", { class: "num" }, signed(Math.round(value))),
    h("i", { style: `width:${width}px` }));
}

/** @param {number} value */
const points = (value) => (Math.round(value) > 0 ? `+${Math.round(value)} points` : `${minus(Math.round(value))} points`);

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1);
