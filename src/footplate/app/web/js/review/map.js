/** The map of a review: the position before a decision, with what was played and what was better. */

import { middle, px } from "../board/paths.js";
import { EMPTY_STATE, BoardMap } from "../board/map.js";
import { fill, h, s } from "../dom.js";
import { figuresBy } from "../game/map_state.js";
import { get } from "../net.js";
import { disc } from "./sheet.js";

/** @typedef {import("../types").Replay} Replay */
/** @typedef {import("../types").ReviewDecision} Decision */

const SMALLEST_MAP = 700; // pixels: a map is never drawn narrower, small screens zoom
const AROUND = 70; // map units around what a map is zoomed to

export class DecisionMap {
  /** @param {Replay} replay @param {import("../types").BoardFile} board @param {number} you */
  constructor(replay, board, you) {
    this.replay = replay;
    this.board = board;
    this.you = you;
    this.step = 0;
    /** @type {Decision | null} */
    this.decision = null;
    /** @type {number | null} the decision to which the map was zoomed */
    this.framed = null;
    this.element = h("div", { class: "map review-map" });
    this.slip = h("div", { class: "review-slips" });
    this.map = new BoardMap(this.element, board, () => {});
    this.element.append(this.slip);
    this.watcher = new ResizeObserver(() => void this.measure());
    this.watcher.observe(this.element);
  }

  leave() {
    this.watcher.disconnect();
  }

  async measure() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width < 240 || height < 200) return;
    const scale = Math.max(1, SMALLEST_MAP / width);
    const size = `width=${Math.round(width * scale)}&height=${Math.round(height * scale)}`;
    const map = await get(`/api/boards/${encodeURIComponent(this.replay.name)}/map?${size}`);
    if (width !== this.element.clientWidth || height !== this.element.clientHeight) return;
    this.map.draw(map, scale > 1);
    this.show(this.step, this.decision);
  }

  /** The position before a step, with the nameboards of one's open tickets. @param {number} step @param {Decision | null} decision */
  show(step, decision) {
    [this.step, this.decision] = [step, decision];
    const { owners, closed, special, seats } = this.replay.steps[step];
    const better = decision?.better.route ?? null;
    const cities = seats[this.you].tickets.filter(({ state }) => state === "open").flatMap(({ a, b }) => [a, b]);
    this.map.show({
      ...EMPTY_STATE, owners, closed, cities, stations: special.stations, passengers: figuresBy(special), districts: special.districts, players: this.replay.players,
      you: this.you, lit: better === null ? [] : [better],
    });
    const moves = decision ? /** @type {const} */ ([["better", decision.better], ["played", decision.played]]) : [];
    this.frame(moves.flatMap(([, { route }]) => (route === null ? [] : [route])));
    this.map.marks?.replaceChildren(...moves.flatMap(([what, { route }]) => (route === null ? [] : this.mark(what, route))));
    fill(this.slip, moves.filter(([, { route }]) => route === null).map(([what, { words }]) => h("p", { class: "review-slip" }, disc(what, 18),
      `${what === "better" ? "Better" : "Played"}: ${words}`)));
  }

  /** Where the map zooms, have it filled by what was played and what was better. @param {readonly number[]} routes */
  frame(routes) {
    const { geometry, zoom } = this.map;
    const cities = routes.flatMap((route) => [this.board.routes[route].a, this.board.routes[route].b]);
    const places = (geometry?.cities ?? []).filter(({ name }) => cities.includes(name));
    const number = this.decision?.number ?? null;
    if (!zoom.enabled || !geometry || !places.length || this.framed === number) return;
    this.framed = number;
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    zoom.reset();
    zoom.by(Math.min(geometry.width / (right - left + 2 * AROUND), geometry.height / (bottom - top + 2 * AROUND)));
    zoom.centre((left + right) / 2, (top + bottom) / 2);
  }

  /** Ink outlines, and a disc in the middle of a route. @param {"better" | "played"} what @param {number} route */
  mark(what, route) {
    const drawing = this.map.routes[route];
    if (!drawing) return [];
    const [x, y] = middle(drawing.place);
    return [...drawing.outlines(), s("g", { transform: `translate(${px(x - 12)} ${px(y - 12)})` }, disc(what, 24))];
  }
}
