/** The replay of a game: map, players, log, and a rail to move along. */

import { EMPTY_STATE, BoardMap } from "../board/map.js";
import { fill, h, s, set } from "../dom.js";
import { figuresBy } from "../game/map_state.js";
import { Panels } from "../game/panels.js";
import { Motion } from "../game/motion.js";
import { get } from "../net.js";
import { isTyping } from "../pages/frame.js";
import { airy, miniCard, pair, plural, signed } from "../pieces.js";
import { Opinion } from "./opinion.js";
import { SeatPanels } from "./seats.js";

/** @typedef {import("../types").Replay} Replay */
/** @typedef {import("../types").ReplayTicket} ReplayTicket */

const SPEEDS = [[0.5, "½ ×"], [1, "1 ×"], [2, "2 ×"], [4, "4 ×"]];
const PAUSE = 900; // milliseconds between steps
const SMALLEST_MAP = 700; // pixels: a map is never drawn narrower, small screens zoom
const SIGNS = {
  first: "M7 6v12M18 6l-8 6 8 6Z", back: "M16 6l-8 6 8 6Z", play: "M8 5l11 7-11 7Z", pause: "M8 6v12M16 6v12", on: "M8 6l8 6-8 6Z", last: "M17 6v12M6 6l8 6-8 6Z",
};

/** @param {keyof typeof SIGNS} name */
const sign = (name) => s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));

/** @param {string} label @param {keyof typeof SIGNS} name @param {() => void} act */
const railButton = (label, name, act) => h("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: act }, sign(name));

export class ReplayPlayer {
  /**
   * @param {Replay} replay
   * @param {import("../types").BoardFile} board
   * @param {number} first the step to begin with
   */
  constructor(replay, board, first) {
    this.replay = replay;
    this.board = board;
    this.last = replay.steps.length - 1;
    this.step = Math.min(Math.max(first, 0), this.last);
    this.speed = 1;
    this.timer = 0;
    /** @type {ReplayTicket | null} */
    this.ticket = null;
    /** @type {number | null} */
    this.lit = null;
    this.motion = new Motion();
    this.mapPlace = h("div", { class: "map replay-map" });
    this.map = new BoardMap(this.mapPlace, board, (intent, route) => {
      if (intent === "hover" || intent === "focus") this.light(route);
      else if (intent === "leave" || intent === "blur") this.light(null);
    });
    this.seats = new SeatPanels(replay, board, (ticket) => {
      this.ticket = ticket;
      this.drawMap();
    });
    /** @type {readonly string[]} */
    this.shown = [];
    const show = (/** @type {readonly string[]} */ cities) => {
      this.shown = cities;
      this.drawMap();
    };
    this.panels = new Panels(show, show);
    this.opinion = new Opinion(replay, () => this.drawMap());
    this.log = h("ol", { class: "log-lines replay-log", "aria-label": "Log", tabindex: 0 });
    this.slider = /** @type {HTMLInputElement} */ (h("input", {
      type: "range", class: "aim-slider", min: 0, max: this.last, step: 1, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)),
    }));
    this.play = railButton("Play (space)", "play", () => this.toggle());
    this.figure = h("span", { class: "replay-where num" });
    this.words = h("p", { class: "replay-words", role: "status" });
    this.market = h("div", { class: "replay-market", role: "img" });
    this.controls = this.makeControls();
    this.element = h("main", { class: "replay" }, this.mapPlace, this.controls,
      h("aside", { class: "replay-side" }, this.seats.element, ...this.panels.elements, this.opinion.element,
        h("section", { class: "panel log", "aria-label": "Log" }, h("h2", { class: "caps" }, "Log"), this.log)));
    this.drawLog();
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.keys);
    this.watcher = new ResizeObserver(() => this.measure());
    this.watcher.observe(this.mapPlace);
    this.show();
  }

  leave() {
    this.pause();
    this.motion.finish();
    removeEventListener("keydown", this.keys);
    this.watcher.disconnect();
  }

  // ---------------------------------------------------------------- map

  async measure() {
    const { clientWidth: width, clientHeight: height } = this.mapPlace;
    this.markLog();
    if (width < 240 || height < 240) return;
    const scale = Math.max(1, SMALLEST_MAP / width);
    const size = `width=${Math.round(width * scale)}&height=${Math.round(height * scale)}`;
    const map = await get(`/api/boards/${encodeURIComponent(this.replay.name)}/map?${size}`);
    if (width === this.mapPlace.clientWidth && height === this.mapPlace.clientHeight) this.map.draw(map, scale > 1);
  }

  /** @param {number | null} route */
  light(route) {
    this.lit = route;
    this.drawMap();
  }

  /** @returns {number[]} routes on which trains have come */
  drawMap() {
    const { owners, closed, line, special } = this.replay.steps[this.step];
    return this.map.show({
      ...EMPTY_STATE, owners, closed, stations: special.stations, passengers: figuresBy(special), districts: special.districts, players: this.replay.players, you: this.replay.you,
      fresh: line && line.route !== null ? [line.route] : [], lit: this.lit === null ? [] : [this.lit],
      cities: this.ticket ? [this.ticket.a, this.ticket.b] : this.shown, marks: this.opinion.marks(),
    });
  }

  // ---------------------------------------------------------------- moving along

  /** @param {number} step */
  go(step) {
    const before = this.step;
    this.step = Math.min(Math.max(step, 0), this.last);
    if (this.step === this.last) this.pause();
    this.motion.finish();
    const claimed = this.show();
    if (this.step === before + 1) for (const route of claimed) void this.motion.roll(this.map.routes[route]);
  }

  /** The first step of the next turn, or of the one before. @param {1 | -1} way */
  goTurn(way) {
    const { steps } = this.replay;
    const turn = steps[this.step].turn;
    let to = this.step + way;
    while (to > 0 && to < this.last && (steps[to].turn === turn || steps[to].turn === steps[to - 1].turn)) to += way;
    this.go(to);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.step === this.last) this.step = 0;
    this.timer = window.setInterval(() => this.go(this.step + 1), PAUSE / this.speed);
    this.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.drawPlay();
  }

  /** @returns {number[]} routes on which trains have come */
  show() {
    const step = this.replay.steps[this.step];
    history.replaceState(null, "", `#/replay/${this.replay.id}/${this.step}`);
    this.seats.show(this.step);
    this.panels.update({ special: step.special, you: this.replay.you, players: this.replay.players });
    this.opinion.show(this.step);
    const claimed = this.drawMap();
    this.drawPlay();
    this.slider.value = String(this.step);
    this.slider.setAttribute("aria-valuetext", this.where());
    this.slider.style.setProperty("--at", `${(100 * this.step) / Math.max(1, this.last)}%`);
    fill(this.figure, this.where());
    fill(this.words, ...this.sentence());
    fill(this.market, step.market.map((card) => card && miniCard(card)), h("span", {}, `deck ${step.deck}, tickets ${step.tickets_left}`));
    set(this.market, { "aria-label": `Market: ${step.market.filter(Boolean).join(", ")}; ${step.deck} in the deck, ${plural(step.tickets_left, "ticket")} left` });
    this.markLog();
    return claimed;
  }

  /** Show where the log stands; only the log scrolls, never the page. */
  markLog() {
    for (const child of this.log.children) {
      const line = /** @type {HTMLElement} */ (child);
      const isNow = Number(line.dataset.step) === this.step;
      line.classList.toggle("last", isNow);
      if (isNow) this.log.scrollTop = line.offsetTop - this.log.offsetTop - (this.log.clientHeight - line.offsetHeight) / 2;
    }
    if (this.step === 0) this.log.scrollTop = 0;
  }

  where() {
    return `${this.step} of ${this.last}, turn ${this.replay.steps[this.step].turn + 1}`;
  }

  /** What just happened. @returns {import("../dom.js").Child[]} */
  sentence() {
    const { line, phase, offer } = this.replay.steps[this.step];
    if (!line) return ["The cards are dealt."];
    const { name, livery } = this.replay.players[line.seat];
    return [h("b", { style: `color:var(--p${livery}-text)` }, name), ` ${airy(line.words)}`,
      line.points > 0 && h("b", { class: "num" }, ` ${signed(line.points)}`),
      phase === "ticket_choice" && offer.length > 0 && ` On offer: ${offer.map(({ a, b, title, points }) => `${title || pair(a, b)} (${points})`).join(", ")}.`,
      line.why && h("span", { class: "hint" }, ` ${line.why[0].toUpperCase()}${line.why.slice(1)}.`),
      phase === "over" && this.replay.outcome && h("b", {}, ` ${this.replay.outcome.sentence}`)];
  }

  // ---------------------------------------------------------------- parts

  makeControls() {
    const speed = /** @type {HTMLSelectElement} */ (h("select", {
      "aria-label": "Speed",
      onchange: () => {
        this.speed = Number(speed.value);
        if (this.timer) {
          this.pause();
          this.toggle();
        }
      },
    }, SPEEDS.map(([value, word]) => h("option", { value, selected: value === 1 }, word))));
    const copy = h("button", {
      type: "button", class: "btn ghost small",
      onclick: () => navigator.clipboard.writeText(location.href).then(() => (copy.textContent = "Copied"), () => (copy.textContent = "See the address bar")),
      onblur: () => (copy.textContent = "Copy link"),
    }, "Copy link");
    return h("section", { class: "panel replay-controls", "aria-label": "Replay" },
      h("div", { class: "replay-row" }, this.words, this.market),
      h("div", { class: "replay-row" },
        railButton("To the deal (Home)", "first", () => this.go(0)), railButton("One step back (←)", "back", () => this.go(this.step - 1)), this.play,
        railButton("One step on (→)", "on", () => this.go(this.step + 1)), railButton("To the end (End)", "last", () => this.go(this.last)),
        this.slider, this.figure, speed, copy));
  }

  drawPlay() {
    const isOn = this.timer !== 0;
    fill(this.play, sign(isOn ? "pause" : "play"));
    set(this.play, { "aria-label": isOn ? "Pause (space)" : "Play (space)", title: isOn ? "Pause (space)" : "Play (space)" });
  }

  drawLog() {
    fill(this.log, this.replay.steps.slice(1).map(({ line, version }) => {
      if (!line) return null;
      const { name, livery } = this.replay.players[line.seat];
      return h("li", { "data-step": version, class: line.route === null ? "" : "has-route" },
        h("span", { class: "turn", "aria-hidden": "true" }, line.turn + 1),
        h("button", {
          type: "button", tabindex: -1, onclick: () => this.go(version),
          onpointerenter: () => this.light(line.route), onpointerleave: () => this.light(null),
        }, h("b", { style: `color:var(--p${livery}-text)` }, name), ` ${airy(line.words)}`),
        h("span", { class: "gained" }, line.points ? signed(line.points) : ""));
    }));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event) || target === this.slider) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowRight: () => (event.shiftKey ? this.goTurn(1) : this.go(this.step + 1)),
      ArrowLeft: () => (event.shiftKey ? this.goTurn(-1) : this.go(this.step - 1)),
      Home: () => this.go(0), End: () => this.go(this.last),
      " ": () => !target.closest("button, a, select, summary") && this.toggle(),
      o: () => void this.opinion.think(2),
    };
    const act = acts[event.key];
    if (!act) return;
    if (event.key !== " " || !target.closest("button, a, select, summary")) event.preventDefault();
    act();
  }
}
