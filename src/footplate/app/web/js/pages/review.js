/** The review of a finished game, #/review/GAME: map and curve, luck and play, and one's costliest decisions. It grows while one looks. */

import { fill, h } from "../dom.js";
import { ask, get, whatHappened } from "../net.js";
import { spellCities } from "../pieces.js";
import { curveTable, drawCurve, turnAt } from "../review/curve.js";
import { DecisionMap } from "../review/map.js";
import { Sheet } from "../review/sheet.js";
import { isTyping, showPage } from "./frame.js";

/** @typedef {import("../types").Review} Review */
/** @typedef {import("../types").Replay} Replay */

const AGAIN = 1500; // milliseconds until the server is asked how far the review is
const SWIPE = 60; // pixels

/** @param {HTMLElement} root @param {string} [game] */
export async function show(root, game = "") {
  const id = encodeURIComponent(game);
  const [review, replay] = await Promise.all([get(`/api/games/${id}/review`), get(`/api/games/${id}/replay`)]);
  const board = await get(`/api/boards/${encodeURIComponent(replay.name)}`);
  spellCities(board);
  const page = new ReviewPage(id, review, replay, board);
  const title = h("h1", { class: "replay-title" }, h("b", {}, `Review: ${replay.title}`), h("span", {}, "You see what you saw. Hands of the others stay hidden."));
  const leave = showPage(root, { title: "Review", here: "#/review", middle: title, body: page.element });
  page.show();
  return () => {
    page.leave();
    leave();
  };
}

class ReviewPage {
  /** @param {string} id @param {Review} review @param {Replay} replay @param {import("../types").BoardFile} board */
  constructor(id, review, replay, board) {
    this.id = id;
    this.review = review;
    this.replay = replay;
    this.step = replay.steps.length - 1; // the position that is shown
    /** @type {number | null} the place of the open decision */
    this.open = null;
    /** @type {number | null} number of the open decision, for the list may change its order */
    this.chosen = null;
    this.map = new DecisionMap(replay, board, review.you);
    this.where = h("span", { class: "num" });
    this.chart = h("div", { class: "review-chart" });
    this.readers = h("div", {});
    const step = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {1 | -1} */ way) => h("button", {
      type: "button", class: "tool", "aria-label": label, title: label, onclick: () => this.goTurn(way),
    }, sign);
    this.curve = h("section", { class: "panel review-chances", "aria-label": "Your win chance" },
      h("div", { class: "review-heading" }, h("h2", {}, "Your win chance"), h("span", {}, replay.players.length > 2 ? "from what you saw; it rests on a model of the others. Dashed: even among all" : "by a fair search that sees what you saw; dashed: even"),
        h("span", { class: "steps" }, step("Your turn before (←)", "‹", -1), this.where, step("Your next turn (→)", "›", 1))), this.chart, this.readers);
    this.sheet = new Sheet(id, { open: (n) => this.choose(this.open === n ? null : n), next: () => this.go(1), back: () => this.go(-1), again: () => void this.tryAgain() });
    this.element = h("main", { class: "review" }, this.map.element, this.curve, this.sheet.element);
    this.stop = new AbortController();
    const { signal } = this.stop;
    addEventListener("keydown", (event) => this.key(event), { signal });
    let from = 0;
    this.sheet.element.addEventListener("touchstart", (event) => (from = event.touches[0].clientX), { signal, passive: true });
    this.sheet.element.addEventListener("touchend", (event) => {
      const way = event.changedTouches[0].clientX - from;
      if (Math.abs(way) > SWIPE) this.go(way < 0 ? 1 : -1);
    }, { signal, passive: true });
    for (const kind of ["pointerdown", "pointermove"]) this.chart.addEventListener(kind, (event) => this.drag(/** @type {PointerEvent} */ (event)), { signal });
    this.watcher = new ResizeObserver(() => this.drawCurve());
    this.watcher.observe(this.chart);
    this.timer = this.later();
  }

  leave() {
    clearTimeout(this.timer);
    this.stop.abort();
    this.map.leave();
    this.watcher.disconnect();
  }

  later() {
    return this.review.whole || this.review.failed ? 0 : window.setTimeout(() => void this.ask(), AGAIN);
  }

  /** How far the review is now. */
  async ask() {
    try {
      this.review = await get(`/api/games/${this.id}/review`);
      const n = this.review.costliest.findIndex(({ number }) => number === this.chosen);
      this.open = n < 0 ? null : n;
    } catch (error) {
      fill(this.sheet.progress, whatHappened(error));
    }
    this.timer = this.later();
    this.show();
  }

  // ---------------------------------------------------------------- moving along

  /** @param {number | null} n */
  choose(n) {
    this.open = n;
    this.chosen = n === null ? null : this.review.costliest[n].number;
    if (this.chosen !== null) this.step = this.chosen;
    this.show();
  }

  /** The next mistake, or the one before. @param {1 | -1} way */
  go(way) {
    const { length } = this.review.costliest;
    if (length) this.choose(this.open === null ? (way > 0 ? 0 : length - 1) : (this.open + way + length) % length);
  }

  /** The steps at which one's turns begin. */
  get starts() {
    const { steps, you } = this.replay;
    return steps.flatMap((one, n) => (one.to_move === (you ?? this.review.you) && steps[n - 1]?.turn !== one.turn ? [n] : []));
  }

  /** The beginning of one's next turn, or of the one before. @param {1 | -1} way */
  goTurn(way) {
    this.goStep(way > 0 ? this.starts.find((n) => n > this.step) : this.starts.filter((n) => n < this.step).at(-1));
  }

  /** @param {number | undefined} step */
  goStep(step) {
    if (step === undefined || step === this.step) return;
    this.step = step;
    this.open = this.chosen = null;
    this.show();
  }

  /** Along the curve, to one's last turn before the place. @param {PointerEvent} event */
  drag(event) {
    if (!(event.buttons & 1) || (event.target instanceof Element && event.target.closest(".disc"))) return;
    const turn = turnAt(this.review, event.clientX - this.chart.getBoundingClientRect().left, this.chart.clientWidth);
    this.goStep(this.starts.filter((n) => this.replay.steps[n].turn <= turn).at(-1) ?? this.starts[0]);
  }

  /** Practice from the position that is shown. */
  async tryAgain() {
    this.sheet.again.toggleAttribute("disabled", true);
    try {
      const { id } = await ask("POST", `/api/games/${this.id}/practice`, { number: this.step });
      location.hash = `#/game/${id}`;
    } catch (error) {
      fill(this.sheet.trouble, whatHappened(error));
      this.sheet.again.toggleAttribute("disabled", false);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      j: () => this.go(1), k: () => this.go(-1), ArrowRight: () => this.goTurn(1), ArrowLeft: () => this.goTurn(-1),
      Escape: () => (this.open === null ? (location.hash = `#/game/${this.id}`) : this.choose(null)),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ---------------------------------------------------------------- drawing

  show() {
    const focused = document.activeElement?.id;
    const { turn } = this.replay.steps[this.step];
    this.sheet.show(this.review, this.open, this.replay.steps[this.step].to_move === this.review.you);
    if (focused) document.getElementById(focused)?.focus();
    fill(this.where, `turn ${Math.min(turn + 1, this.review.turns)} of ${this.review.turns}`);
    fill(this.readers, curveTable(this.review));
    this.drawCurve();
    this.map.show(this.step, this.open === null ? null : this.review.costliest[this.open]);
  }

  drawCurve() {
    const { clientWidth: width, clientHeight: height } = this.chart;
    if (width > 100 && height > 60) fill(this.chart, drawCurve(this.review, this.replay.steps[this.step].turn, width, height, (n) => this.choose(n)));
  }
}
