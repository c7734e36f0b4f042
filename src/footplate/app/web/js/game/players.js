/** The players' rows: livery, name, score, trains as pieces, and what the table can see of them. */

import { fill, h, set } from "../dom.js";
import { cheatSign, emblem, minus, plural, signed, trainRow } from "../pieces.js";
import { SHORT, awayWords, clockSpoken, clockWords, leftOf } from "./clocks.js";
import { raceRail } from "./race.js";
import { reserve } from "./reserve.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Player} Player */
/** @typedef {import("./motion.js").Motion} Motion */
/** @typedef {import("./tip.js").Tip} Tip */

const SAID = 6000; // milliseconds that a phrase is seen
const LONG = 18; // characters of a name

export class Players {
  /**
   * @param {readonly Player[]} players @param {number} trains at the start @param {Motion} motion @param {Tip} tip
   * @param {Pick<import("./actions.js").Actions, "mute">} actions
   */
  constructor(players, trains, motion, tip, actions) {
    this.rows = players.map((player) => new Row(player, trains, motion, tip, () => actions.mute(player.seat)));
    this.clock = h("span", { class: "clock own-clock", hidden: true }); // one's own, for the header of small screens
    this.heard = -1; // the number of the last phrase
    this.spoken = h("div", { class: "for-readers", role: "status" });
    this.help = h("p", { class: "hint", hidden: true }, "Help from the search is allowed at this table.");
    this.element = h("section", { class: "panel players", "aria-label": "Players" }, this.rows.map((row) => row.element), this.help, this.spoken);
    roving(this.element, ".player");
  }

  /** @param {View} view */
  update(view) {
    this.help.hidden = !(view.is_shared && view.help);
    this.rows.forEach((row, seat) => row.update(view, view.players[seat]));
    this.you = view.you === null ? null : this.rows[view.you];
    this.tick();
  }

  /** Count clocks down; say once in a turn that half a minute is left. */
  tick() {
    for (const row of this.rows) {
      if (!row.tick()) continue;
      row.say("30 seconds");
      if (row === this.you) fill(this.spoken, h("p", {}, "30 seconds left"));
    }
    const mine = this.you?.clock;
    this.clock.hidden = !mine || mine.hidden;
    if (mine && this.clock.textContent !== mine.textContent) set(fill(this.clock, mine.textContent), { class: `${mine.className} own-clock`, "aria-label": mine.getAttribute("aria-label") });
  }

  /** Show what somebody has just said at their name. @param {View} view @param {View["said"]} said @param {ReadonlySet<number>} muted */
  hear({ phrases, players }, said, muted) {
    const last = said.at(-1)?.n ?? 0;
    const fresh = this.heard < 0 ? [] : said.filter(({ n, seat }) => n > this.heard && !muted.has(seat));
    this.heard = last;
    for (const { seat, phrase } of fresh) this.rows[seat].say(phrases[phrase]);
    if (fresh.length) fill(this.spoken, fresh.map(({ seat, phrase }) => h("p", {}, `${players[seat].name}: ${phrases[phrase]}`)));
    this.rows.forEach((row, seat) => row.silence(muted.has(seat)));
  }
}

class Row {
  /** @param {Player} player @param {number} total of trains @param {Motion} motion @param {Tip} tip @param {() => void} mute */
  constructor(player, total, motion, tip, mute) {
    this.player = player;
    this.at = 0; // when the view came
    this.left = 0; // seconds on the clock at the last tick
    this.turn = -1;
    this.warned = -1; // the turn in which half a minute was left
    this.bot = "";
    this.clock = h("span", { class: "clock", hidden: true });
    this.away = h("span", { class: "away", hidden: true });
    this.bubble = h("span", { class: "bubble", "aria-hidden": "true", hidden: true });
    this.timer = 0;
    this.mute = h("button", { type: "button", class: "text-link mute", hidden: true, onclick: mute }, "Mute");

    this.total = total;
    this.motion = motion;
    this.score = h("span", { class: "score" });
    this.name = h("span", { class: "name" });
    this.pieces = h("span", { class: "pieces" });
    this.facts = h("span", { class: "facts" });
    this.points = 0;
    this.trains = -1;
    this.element = h("div", { class: "player", role: "group" }, emblem(player.livery), this.name, this.score, this.pieces, this.facts, this.away, this.bubble, this.mute);
    this.more = "";
    tip.attach(this.element, () => "", () => this.more);
  }

  /** @param {View} view @param {Player} player */
  update(view, player) {
    const isYou = player.seat === view.you;
    this.player = player;
    this.at = view.at ?? performance.now();
    this.bot = view.stand_in;
    if (this.turn !== view.turn) Object.assign(this, { turn: view.turn, left: 0 });
    const compact = view.is_shared && !player.race && !player.progress;
    this.element.classList.toggle("compact", compact);
    this.mute.hidden = isYou || player.kind !== "person" || !view.is_shared || view.you === null || view.here.includes(player.seat);
    this.clock.hidden = player.clock === null || view.outcome !== null;
    const moves = view.to_move === player.seat;
    const short = (view.players.length > 4 || (view.players.length > 3 && view.special.passengers !== null)) && !isYou;
    this.element.classList.toggle("moves", moves);
    this.element.setAttribute("aria-label", `${player.name}${moves ? ", to move" : ""}`);
    this.name.classList.toggle("long", player.name.length > LONG);
    fill(this.name, h("span", {}, player.name), isYou ? moves && h("span", { class: "tag" }, "to move") : this.state(view, player), this.clock);
    this.element.classList.toggle("races", player.race !== null);
    if (player.race) fill(this.score, h("span", {}, player.race.done), h("small", {}, ` of ${player.race.goal}`));
    else this.motion.count(this.score, this.points, player.score);
    this.points = player.score;
    const seen = `${plural(player.cards, "card")}, ${plural(player.tickets, "ticket")}`;
    if (player.race) fill(this.pieces, raceRail(player.race), h("span", {}, plural(player.trains, "train")));
    else fill(this.pieces, trainRow(player.livery, this.total, player.trains, this.trains < 0 ? player.trains : this.trains),
      h("span", {}, plural(player.trains, "train"), short && `, ${seen}`));
    this.trains = player.trains;
    this.facts.hidden = short && !compact;
    const parts = compact ? [fact("trains", player.trains), ...this.visible(player).slice(1)] : isYou && view.score ? this.breakdown(view.score, player) : this.visible(player);
    fill(this.facts, parts, player.stations && reserve(player.livery, player.stations));
    const known = Object.entries(player.known_cards).map(([card, n]) => (card === "locomotive" ? plural(n, card) : `${n} ${card}`)).join(", ");
    const counts = player.progress ? player.progress.words : player.race ? "" : `The score counts routes${player.districts === null ? "" : " and districts"}. At the end done tickets are added, open ones taken away.`;
    this.more = [player.sees, isYou ? counts : known && `Seen in this hand: ${known}.`, player.race?.words, player.stations?.words].filter(Boolean).join(" ");
    this.element.setAttribute("aria-description", this.more);
  }

  /** Count down, by tenths when it is short. @returns {boolean} whether half a minute is left, for the first time in this turn */
  tick() {
    const { player } = this;
    const since = performance.now() - this.at;
    const left = leftOf(player, since);
    const isShort = player.clock_runs && left !== null && left <= SHORT && this.left > SHORT && this.warned !== this.turn;
    if (isShort) this.warned = this.turn;
    this.left = left ?? 0;
    if (left !== null) {
      const words = clockWords(left);
      if (this.clock.textContent !== words) this.clock.textContent = words;
      set(this.clock, { class: player.clock_runs ? "clock runs" : "clock", "aria-label": clockSpoken(left) });
    }
    const away = awayWords(player, since, this.bot);
    if (this.away.textContent !== away) this.away.textContent = away;
    this.away.hidden = away === "";
    this.element.classList.toggle("gone", away !== "");
    return isShort;
  }

  /** @param {string} words */
  say(words) {
    this.bubble.textContent = words;
    this.bubble.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.bubble.hidden = true; }, SAID);
  }

  /** @param {boolean} muted */
  silence(muted) {
    const words = muted ? "Muted" : "Mute";
    const label = `${words} ${this.player.name}`;
    if (this.mute.getAttribute("aria-label") !== label) set(fill(this.mute, words), { "aria-pressed": `${muted}`, "aria-label": label });
    if (muted) this.bubble.hidden = true;
  }

  /** @param {View} view @param {Player} player */
  state(view, player) {
    if (view.thinking === player.seat) {
      return h("em", { class: "thinking" }, view.compiling ? "getting ready" : "thinking", h("span", { class: "dots-3", "aria-hidden": "true" }, h("i"), h("i"), h("i")), player.sees && cheatSign());
    }
    if (player.kind === "person") {
      const away = player.free ? "not here yet" : !player.connected && !player.away_since && !player.plays && "away";
      return h("em", {}, [view.to_move === player.seat && "to move", away, view.phase === "first_tickets" && player.chosen && "has chosen", view.is_shared && player.searched && "had help"].filter(Boolean).join(", "));
    }
    return h("em", {}, player.level, player.sees && cheatSign());
  }

  /** @param {NonNullable<View["score"]>} score @param {Player} player */
  breakdown(score, player) {
    if (player.race) return [h("span", {}, "cards ", h("b", {}, player.cards))];
    if (player.progress) return progress(player.progress);
    return [h("span", {}, "routes ", h("b", {}, score.routes)), districts(player), h("span", {}, "done ", h("b", { class: "good" }, signed(score.done))),
      h("span", {}, "open ", h("b", {}, minus(score.open)))];
  }

  /** What all can see. @param {Player} player */
  visible(player) {
    const earned = player.progress ? progress(player.progress) : player.race ? [] : [fact("routes", player.route_points)];
    return [...earned, districts(player), fact("cards", player.cards), !player.race && fact("tickets", player.tickets)];
  }
}

/** @param {string} word @param {number} n */
const fact = (word, n) => h("span", {}, `${word} `, h("b", {}, n));

/** @param {NonNullable<Player["progress"]>} progress */
const progress = ({ space }) => [h("span", {}, "a space earns ", h("b", {}, minus(space)))];

/** @param {Player} player */
const districts = (player) => player.districts !== null && h("span", {}, "districts ", h("b", {}, `+${player.districts}`));
