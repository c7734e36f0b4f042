/** What people and the server can make happen in a game: an action changes the state and asks for a render. */

import { ask, save, sentence, whatHappened } from "../net.js";
import { listed, plural } from "../pieces.js";
import { gameAddress } from "../seats.js";
import { changeSettings, settings } from "../settings.js";
import { payableWith } from "./map_state.js";
import { play } from "./sound.js";
import * as spots from "./spots.js";
import { maySpeak } from "./talk.js";
import { cardsOf, isSmall, maySearch, pairWith, splitOf, untouched } from "./state.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Looking} Looking */
/** @typedef {import("../dom.js").Child | import("../dom.js").Child[]} Words */
/** A number that the server has given for it, if one can. @typedef {number | null | undefined} Action */

const NOTICE = 5000; // milliseconds

export class Actions {
  /**
   * @param {State} state
   * @param {() => void} render
   * @param {HTMLElement} root of the page, for the focus
   * @param {import("./tip.js").Tip} tip
   * @param {(message: Record<string, unknown>) => void} send to the server
   */
  constructor(state, render, root, tip, send) {
    this.state = state;
    this.render = render;
    this.root = root;
    this.tip = tip;
    this.send = send;
  }

  /** @param {Partial<State>} changes */
  change(changes) {
    Object.assign(this.state, changes);
    this.render();
  }

  /** @param {string} spot */
  focus(spot) {
    /** @type {HTMLElement | null} */ (this.root.querySelector(spot))?.focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- what comes from the server

  /** Show a view. @param {View} view */
  apply(view) {
    const { state } = this;
    const moved = view.version !== state.view.version;
    state.view = view;
    if (!Object.keys(view.legal.split).length) Object.assign(state, { asksDecks: false, long: null });
    if (moved) {
      Object.assign(state, untouched(view));
      if (state.search.on) this.turnSearch(true);
      this.tip.hide();
    }
    if (view.outcome && state.search.on) this.showSearch(false);
    this.explainRule();
  }

  /** @param {import("../types").ErrorMessage} message */
  hearError({ of, error }) {
    const { search } = this.state;
    if (of === "search") return this.change({ search: { ...search, trouble: search.on ? sentence(error) : "" } });
    this.state.sent = -1;
    this.say(sentence(error));
    play("no");
  }

  /** @param {string} notice */
  say(notice) {
    this.change({ notice });
    setTimeout(() => this.change({ notice: "" }), NOTICE);
  }

  /** @param {boolean} connected */
  connection(connected) {
    this.change({ connected, sent: -1 });
    if (connected && this.state.search.on) this.askSearch();
  }

  // ---------------------------------------------------------------- what the player looks at

  /** @param {Partial<Looking>} changes */
  look(changes) {
    this.change({ looking: { ...this.state.looking, ...changes } });
  }

  /** On a small screen the sheet makes room for what was asked for in it. @param {Partial<Looking>} wanted */
  showOnMap(wanted) {
    if (isSmall()) this.change({ sheet: "", held: wanted });
    else this.look(wanted);
  }

  letGo() {
    if (Object.keys(this.state.held).length) this.change({ held: {} });
  }

  /** A stack was clicked. @param {string} card */
  tellPayable(card) {
    const { board, view } = this.state;
    const spot = spots.stack(cardsOf(board).indexOf(card));
    const n = payableWith(view, card).length;
    if (n) this.tip.show(spot, `Can pay ${plural(n, "route")}: they are lit on the map.`, 0);
    else if (view.to_move !== view.you) this.refuse(spot, "Not your turn.");
    else this.refuse(spot, `No route that you could claim now takes ${card}.`);
  }

  /** Say that something can't be done, where it was tried. @param {string} spot @param {Words} reason */
  refuse(spot, reason) {
    play("no");
    if (reason) this.tip.show(spot, reason, 0);
  }

  // ---------------------------------------------------------------- what the player does

  /** Act once in a position: a second click changes nothing. @param {Action} action @param {number[]} [then] */
  act(action, then = []) {
    const { connected, sent, view: { version } } = this.state;
    if (typeof action !== "number" || !connected || sent === version) return;
    this.state.sent = version;
    this.send({ type: "act", version, action, ...(then.length ? { then } : {}) });
  }

  /** Or say why not. @param {Action} action @param {string} spot @param {string} reason @param {number[]} [then] */
  tryTo(action, spot, reason, then) {
    if (typeof action === "number") this.act(action, then);
    else this.refuse(spot, reason);
  }

  undo() {
    const { can_undo, version } = this.state.view;
    if (!can_undo) return;
    this.send({ type: "undo", version });
    this.say("Taken back. This game is not rated.");
  }

  /** @param {number} place of the market */
  take(place) {
    const { market, legal, why_not } = this.state.view;
    const card = market[place] ?? "";
    if (this.state.first !== null || legal.take[card] === undefined && pairWith(this.state, place) !== undefined) return this.drawOneOfTwo(place);
    this.state.lastPlace = place;
    this.tryTo(legal.take[card], spots.marketPlace(place), why_not.market[card] ?? "");
  }

  draw() {
    const { legal, why_not } = this.state.view;
    if (pairWith(this.state, "deck") !== undefined) return this.drawOneOfTwo("deck");
    this.tryTo(legal.draw, spots.DECK, why_not.deck);
  }

  /** Choose the first of two cards, leave it again, or draw it with the second one. @param {number | "deck"} place */
  drawOneOfTwo(place) {
    const { first, view } = this.state;
    const pair = pairWith(this.state, place);
    if (first === null) this.change({ first: place });
    else if (pair !== undefined) this.act(pair);
    else if (first === place) this.change({ first: null });
    else this.refuse(place === "deck" ? spots.DECK : spots.marketPlace(place), view.why_not.second);
  }

  /** New tickets: out of one pile, of two, or for those that are put back. */
  drawTickets() {
    const { legal, why_not, special, players } = this.state.view;
    const deed = players[0].race ? "swap" : "tickets";
    if (special.decks) this.askDecks();
    else this.tryTo(legal[deed], spots.TICKETS, why_not[deed]);
  }

  askDecks() {
    const { legal, why_not } = this.state.view;
    if (!Object.keys(legal.split).length) return this.refuse(spots.TICKETS, why_not.tickets);
    this.change({ asksDecks: true });
    this.focus(spots.SPLIT);
  }

  leaveDecks() {
    this.change({ asksDecks: false, long: null });
  }

  /** One ticket more or less of the long deck; the short one makes up for it. @param {number} way */
  shiftDecks(way) {
    const { legal, why_not } = this.state.view;
    const [short, long] = splitOf(this.state);
    const can = legal.split[`${short - way} ${long + way}`] !== undefined;
    if (can) this.change({ long: long + way });
    else this.refuse(spots.SPLIT, way === 1 ? why_not.long : why_not.short);
  }

  drawSplit() {
    this.act(this.state.view.legal.split[splitOf(this.state).join(" ")]);
  }

  /** Tick a ticket on offer, or take the tick away. @param {number} n */
  toggleTicket(n) {
    const kept = new Set(this.state.kept);
    if (!kept.delete(n)) kept.add(n);
    this.change({ kept });
  }

  keepTickets() {
    const { kept, view } = this.state;
    const numbers = [...kept].sort((a, b) => a - b).map((n) => n + 1);
    this.tryTo(view.legal.keep[numbers.join(" ")], spots.KEEP, `Keep at least ${view.must_keep}.`);
  }

  /** @param {string} card @param {1 | -1} way */
  give(card, way) {
    const { given } = this.state;
    this.change({ given: { ...given, [card]: (given[card] ?? 0) + way } });
  }

  giveCards() {
    const { given, view: { give, legal } } = this.state;
    const [first, ...rest] = listed(given).map((card) => legal.give[card]);
    this.tryTo(rest.length + 1 === give?.n ? first : null, spots.GIVE, give?.words ?? "", rest);
  }

  /** @param {number} way */
  payTunnel(way) {
    this.act(this.state.view.legal.pay[way]?.action);
  }

  /** @param {number} n */
  takePassenger(n) {
    const { passenger, legal } = this.state.view;
    this.act(legal.passenger[passenger?.choices[n]?.color ?? ""]);
  }

  /** Take the cards back that were paid for a tunnel, or take no passenger. */
  decline() {
    this.act(this.state.view.legal.decline);
  }

  // ---------------------------------------------------------------- what is open

  /** Ask the server again, for instance after a break. @param {Record<string, unknown>} [more] */
  askSearch(more = {}) {
    this.send({ type: "search", on: this.state.search.on, ...more });
  }

  /** From the beginning, with no figures. @param {boolean} on */
  turnSearch(on) {
    const { search } = this.state;
    this.change({ search: { ...search, on, trouble: "", report: null } });
    this.askSearch();
  }

  /** @param {import("../types").SearchReport} report */
  takeReport(report) {
    const { search, view: { turn } } = this.state;
    if (!search.on) return;
    const past = new Map(search.past);
    if (report.moves.length) past.set(turn, report.moves[0].win);
    this.change({ search: { ...search, report, trouble: "", past } });
  }

  /** Show the search, or the log in its place and no search. @param {boolean} [on] */
  showSearch(on = !this.state.search.on) {
    if (on && !maySearch(this.state.view)) return;
    if (on !== this.state.search.on) this.turnSearch(on);
    this.change({ tab: on ? "search" : "log", sheet: on && isSmall() ? "log" : this.state.sheet });
  }

  /** The phrases, on small screens with all that concerns the table; then 1 to 8 says one. */
  showTalk() {
    if (!maySpeak(this.state.view)) return;
    this.change({ tab: "say", sheet: isSmall() ? "table" : "" });
    this.focus(spots.FIRST_PHRASE);
  }

  /** A part of the side column, on a small screen; the same one again closes it. @param {State["sheet"]} sheet */
  showSheet(sheet) {
    const { state } = this;
    const tab = sheet === "table" && maySpeak(state.view) ? "say" : state.search.on ? "search" : "log";
    this.change({ sheet: sheet === state.sheet ? "" : sheet, tab, signs: false });
  }

  /** The log where a turn stands in it. @param {number} turn */
  showTurn(turn) {
    this.showLog();
    const lines = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(".log-lines li")]);
    const line = lines.reverse().find((one) => Number(one.dataset.turn) >= turn);
    line?.scrollIntoView({ block: "nearest" });
    line?.focus({ preventScroll: true });
  }

  showLog() {
    this.change({ tab: "log", sheet: isSmall() ? "log" : "" });
    this.focus(spots.NEWEST_LINE);
  }

  /** Open or close something. @param {"signs" | "menu" | "keys"} what @param {boolean} [isOpen] */
  toggle(what, isOpen = !this.state[what]) {
    this.state[what] = isOpen;
    this.render();
  }

  /** A board's rule is explained when it is first met: one at a time. */
  explainRule() {
    const { slip, view } = this.state;
    const next = view.slips.find(({ rule }) => !rulesMet().includes(rule));
    this.change({ slip: slip ?? (settings.hints !== false && !view.outcome && next ? next : null) });
  }

  closeSlip() {
    const { slip } = this.state;
    if (!slip) return;
    changeSettings({ rulesMet: [...rulesMet(), slip.rule] }).catch(() => {}); // the browser remembers it anyway
    this.state.slip = null;
    this.explainRule();
  }

  // ---------------------------------------------------------------- the table

  /** @param {Partial<import("../types").Pace>} changes */
  pace(changes) {
    this.send({ type: "pace", ...changes });
  }

  /** Have bots wait, or go on. */
  toggleHold() {
    this.pace({ held: !this.state.view.pace?.held });
  }

  /** Once the game is over: what luck and play made of it. */
  review() {
    if (this.state.view.outcome && !this.state.view.study) location.hash = `#/review/${this.state.id}`;
  }

  /** Play on oneself, where a bot did. */
  comeBack() {
    this.send({ type: "back" });
  }

  /** Offer to end the game as it stands, agree to that, or play on. @param {boolean} agree */
  answerEnd(agree) {
    this.send({ type: "end", agree });
  }

  resign() {
    this.send({ type: "resign" });
  }

  /** A quick phrase. @param {number} phrase */
  speak(phrase) {
    this.send({ type: "say", phrase });
  }

  /** Hear somebody's phrases no more, or again. @param {number} seat */
  mute(seat) {
    const muted = new Set(this.state.muted);
    if (!muted.delete(seat)) muted.add(seat);
    this.change({ muted });
  }

  /** The same table once more: whoever asks first sets it up, the others are told and follow. */
  async playAgain() {
    const { id } = await ask("POST", `/api/games/${this.state.id}/next`);
    location.hash = gameAddress(id);
  }

  async saveRecord() {
    const { id, view: { board } } = this.state;
    const saved = save(`/api/games/${id}/record`, `footplate-${board}-${id}.txt`);
    await saved.catch((error) => this.say(whatHappened(error)));
  }
}

/** Rules that the player has read about. @returns {readonly string[]} */
const rulesMet = () => (Array.isArray(settings.rulesMet) ? settings.rulesMet : []);
