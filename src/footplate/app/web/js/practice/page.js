/** Practice, #/practice or #/practice/GAME: a real game on five cities, played with the game's own parts, step by step. */

import { BoardMap } from "../board/map.js";
import { fill, h } from "../dom.js";
import { Actions } from "../game/actions.js";
import { ClaimPopover } from "../game/claim.js";
import { Finder } from "../game/finder.js";
import { Hand } from "../game/hand.js";
import { listen } from "../game/keys.js";
import { mapState } from "../game/map_state.js";
import { watchSize } from "../game/map_size.js";
import { Market } from "../game/market.js";
import { Motion } from "../game/motion.js";
import { Pointing } from "../game/pointing.js";
import { Stage } from "../game/stage.js";
import { firstState, lookingAt } from "../game/state.js";
import { Tip } from "../game/tip.js";
import { ask, get, whatHappened } from "../net.js";
import { spellCities } from "../pieces.js";
import { Preparing } from "../preparing.js";
import { gameAddress } from "../seats.js";
import { changeSettings, onSettings, settings, theme } from "../settings.js";
import { LessonPanel, keyList, topBar } from "./panel.js";
import { WORDS } from "./words.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Lesson} Lesson */
/** @typedef {{ views: View[], lesson: Lesson }} Answer */

const ADDRESS = "/api/boards/practice";
const REPEAT = 20_000; // milliseconds until the step is told once more to screen readers
const WRONG = 2; // wrong actions until the keys are told and what is lit pulses

/** @param {readonly number[]} record one's own actions so far @returns {Promise<Answer>} */
const play = (record) => ask("POST", "/api/practice", { actions: record });

/**
 * @param {HTMLElement} root
 * @param {string} [game] that is played afterwards
 * @returns {Promise<() => void>}
 */
export async function show(root, game) {
  const preparing = new Preparing(WORDS.preparing);
  fill(root, h("main", { class: "trouble" }, h("p", { role: "status" }, WORDS.loading), preparing.element));
  const stop = preparing.follow();
  try {
    const [answer, board, rules] = await Promise.all([play([]), get(ADDRESS), get(`${ADDRESS}/rules`)]);
    spellCities(board);
    const practice = new Practice(root, board, rules.costs, answer, game ? gameAddress(game) : "#/");
    return () => practice.leave();
  } finally {
    stop();
  }
}

/** Says not only why something is not done, but also notices that it was tried. */
class PracticeActions extends Actions {
  /** @type {(words: import("../game/actions.js").Words) => import("../game/actions.js").Words} */
  onWrong = (words) => words;

  /** @param {string} spot @param {import("../game/actions.js").Words} reason */
  refuse(spot, reason) {
    super.refuse(spot, this.onWrong(reason));
  }

  /** The list of all keys is on the help page. @param {"signs" | "menu" | "keys"} what @param {boolean} [isOpen] */
  toggle(what, isOpen = true) {
    if (what === "keys" && isOpen) location.hash = "#/help";
  }
}

class PracticePointing extends Pointing {
  /** A route that can't be claimed was chosen, or is only pointed at. @param {number} route @param {number} [delay] */
  whyNoClaim(route, delay) {
    super.whyNoClaim(route, delay, delay === 0 ? /** @type {PracticeActions} */ (this.actions).onWrong : undefined);
  }
}

class Practice {
  /**
   * @param {HTMLElement} root
   * @param {import("../types").BoardFile} board
   * @param {readonly string[]} costs of its routes
   * @param {Answer} answer the first
   * @param {string} next address of the game that is played afterwards
   */
  constructor(root, board, costs, answer, next) {
    this.board = board;
    this.next = next;
    /** @type {number[]} */
    this.record = [];
    this.answer = answer;
    this.lesson = answer.lesson;
    this.state = firstState({ id: "practice", board, costs, view: answer.views[0] });
    this.motion = new Motion();
    this.tip = new Tip(root);
    this.actions = new PracticeActions(this.state, () => this.render(), root, this.tip, (message) => void this.act(message));
    this.actions.onWrong = (words) => this.wrong(words);
    this.pointing = new PracticePointing(this.actions);
    this.wrongs = 0;
    this.timer = 0;

    this.mapPanel = h("div", { class: "map", tabindex: -1, role: "group", "aria-label": WORDS.map }, this.tip.element);
    this.map = new BoardMap(this.mapPanel, board, this.pointing.atRoute.bind(this.pointing), this.pointing.atCity.bind(this.pointing));
    this.market = new Market(this.state.view, this.actions, this.tip);
    this.hand = new Hand(board, this.actions);
    this.finder = new Finder(board, this.pointing);
    this.popover = new ClaimPopover(this.map, costs, this.actions, this.pointing);
    this.panel = new LessonPanel({ map: this.mapPanel, market: this.market.element, hand: this.hand.element, finder: this.finder.element }, {
      back: () => this.go(this.record.slice(0, this.lesson.back ?? 0)), again: () => this.go([]), play: () => this.leaveFor(next), rules: () => this.leaveFor("#/help"),
    });
    /** @type {import("../types").MapGeometry | null} */
    this.drawn = null;
    this.stage = new Stage(this.actions, (view) => this.apply(view), this.motion, this.map);
    const bar = topBar();
    fill(root, h("div", { class: "practice" }, bar.element, this.panel.element));
    document.title = `${WORDS.page} – Footplate`;
    this.stops = [
      listen({ actions: this.actions, pointing: this.pointing, stage: this.stage }), watchSize(this.actions, this.mapPanel, () => false),
      onSettings(() => {
        this.actions.change({ sound: settings.sound, theme: theme() });
        bar.draw();
      }),
    ];
    this.apply(this.state.view);
    this.panel.focus();
  }

  /** An action that the step allows: all others are refused where they are tried. @param {Record<string, unknown>} message */
  async act(message) {
    if (message.type === "act") await this.go([...this.record, Number(message.action)]);
  }

  /** Play on to where the record leads. @param {number[]} record @returns {Promise<void>} */
  async go(record) {
    try {
      this.answer = await play(record);
    } catch (error) {
      this.state.sent = -1;
      return this.panel.tellTrouble(whatHappened(error));
    }
    this.record = record;
    this.panel.tellTrouble("");
    for (const view of this.answer.views) this.stage.push(view);
  }

  /** Show a view; with the last one comes the next step. @param {View} view */
  apply(view) {
    this.actions.apply(view);
    this.pointing.settle();
    if (view !== this.answer.views.at(-1)) return;
    this.lesson = this.answer.lesson;
    this.wrongs = 0;
    this.panel.show(this.lesson, view);
    this.render();
    clearTimeout(this.timer);
    if (!this.lesson.done) this.timer = setTimeout(() => this.panel.repeat(), REPEAT);
  }

  /** After two wrong actions what is lit pulses once, and the slip has the keys. @param {import("../game/actions.js").Words} words */
  wrong(words) {
    this.wrongs += 1;
    if (this.wrongs < WRONG || !this.lesson.keys.length) return words;
    this.panel.pulse();
    return [words, h("span", { class: "slip-keys" }, keyList(this.lesson.keys))].flat();
  }

  render() {
    const { state, lesson } = this;
    const { view } = state;
    this.market.update(state);
    this.hand.update(state);
    this.hand.raise((state.popover && state.looking.payment?.cards) ?? {});
    if (state.map && state.map.geometry !== this.drawn) this.map.draw(this.drawn = state.map.geometry, false);
    const claims = Object.keys(view.legal.claim).map(Number);
    const way = claims.length ? [] : view.tickets[0]?.way ?? [];
    this.map.show({ ...mapState(this.board, { ...state, ...lookingAt(state) }), cities: lesson.cities, lit: claims, way });
    this.popover.update(state);
    this.finder.update(state);
  }

  /** Done or skipped: it does not start by itself again. @param {string} address */
  leaveFor(address) {
    changeSettings({ tutorialDone: true }).catch(() => {}); // without the server it is remembered in the browser
    location.hash = address;
  }

  leave() {
    clearTimeout(this.timer);
    document.title = "Footplate";
    this.motion.finish();
    this.pointing.keepPopover();
    this.tip.hide();
    for (const stop of this.stops) stop();
  }
}
