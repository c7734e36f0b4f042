/** The panels of the game's page in one list: what each gets of the state, and the actions that it needs. */

import { h } from "../dom.js";
import { BoardMap } from "../board/map.js";
import { Banner } from "./banner.js";
import { Bar } from "./bar.js";
import { Ceremony } from "./ceremony.js";
import { Chips } from "./chips.js";
import { ClaimPopover } from "./claim.js";
import { DecksTray } from "./decks.js";
import { Finder } from "./finder.js";
import { Frame } from "./frame.js";
import { GiveTray } from "./give.js";
import { Hand, You } from "./hand.js";
import { Log } from "./log.js";
import { mapState } from "./map_state.js";
import { Market } from "./market.js";
import { Sheet, keysContent, menuContent } from "./menu.js";
import { Notice } from "./notice.js";
import { Panels } from "./panels.js";
import { PassengerTray } from "./passengers.js";
import { Players } from "./players.js";
import { Result } from "./result.js";
import { Search } from "./search.js";
import { RuleSlip } from "./slip.js";
import { signsContent } from "../signs_part.js";
import { cardsOf, isHiding, isSmall, lookingAt } from "./state.js";
import { Talk } from "./talk.js";
import { Tickets } from "./tickets.js";
import { Tray } from "./tray.js";
import { TunnelTray } from "./tunnel.js";
import { Watching } from "./watching.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./state.js").State} State */

/**
 * Make all panels.
 * @param {import("./actions.js").Actions} actions
 * @param {import("./pointing.js").Pointing} pointing
 * @param {import("./motion.js").Motion} motion
 * @param {() => void} replay shows the others' last turns again
 * @param {import("./signs.js").Signs} signs
 */
export function makePanels(actions, pointing, motion, replay, signs) {
  const { state: { id, board, costs, view }, tip } = actions;
  const cards = cardsOf(board);
  /** @type {((state: State) => void)[]} */
  const parts = [];
  /** @template T @param {(state: State) => T | undefined} slice @param {(shown: T, state: State) => void} draw */
  const draws = (slice, draw) => parts.push(part(slice, draw));
  /**
   * @template {keyof State} K
   * @template {{ update(shown: Pick<State, K>): void }} P
   * @param {P} panel
   * @param {...K} names of what it gets
   */
  const shows = (panel, ...names) => {
    draws(pick(...names), (shown) => panel.update(shown));
    return panel;
  };
  /** For what would tell a tunnel's cards. @template {{ update(view: View): void }} P @param {P} panel */
  const tells = (panel) => {
    draws((state) => (isHiding(state) ? undefined : state.view), (shown) => panel.update(shown));
    return panel;
  };

  const mapPanel = h("main", { class: "map", tabindex: -1, "aria-label": "Map" }, tip.element);
  const map = new BoardMap(mapPanel, board, pointing.atRoute.bind(pointing), pointing.atCity.bind(pointing));
  const tray = shows(new Tray(cards, actions), "view", "kept");
  const tunnel = shows(new TunnelTray(board, costs, actions), "view", "turned", "spoken");
  const decks = shows(new DecksTray(cards, actions), "view", "asksDecks", "long");
  const passenger = shows(new PassengerTray(actions), "view");
  const give = shows(new GiveTray(cards, actions), "view", "given");
  const market = shows(new Market(view, actions, tip), "view", "first");
  const hand = shows(new Hand(board, actions), "view");
  const watching = shows(new Watching(actions), "view");
  const notice = shows(new Notice(actions), "view", "sheet", "size");
  const talk = shows(new Talk(actions), "view", "tab");
  const result = shows(new Result(id, actions), "view", "ceremony");
  const search = shows(new Search(actions), "view", "search");
  const finder = shows(new Finder(board, pointing), "finder");
  const banner = shows(new Banner(actions), "view", "connected", "notice", "popover", "search", "turned", "first");
  const you = tells(new You(board.trains));
  const tickets = tells(new Tickets(view, actions, tip));
  const players = tells(new Players(view.players, board.trains, motion, tip, actions));
  draws((state) => ({ said: state.view.said, muted: state.muted }), ({ said, muted }, state) => players.hear(state.view, said, muted));
  const chips = tells(new Chips());
  const log = new Log(actions, replay);
  draws((state) => (isHiding(state) ? undefined : { view: state.view, muted: state.muted }), ({ view, muted }) => log.update(view, muted));
  const rules = tells(new Panels((shown) => actions.look({ shown }), (shown) => actions.showOnMap({ shown })));
  const menu = new Sheet("menu", "Menu");
  const keys = new Sheet("keys", "All keys");
  const signing = new Sheet("signs", "Your turn: tell me");
  const bar = shows(new Bar(actions), "view", "sheet", "signs");
  const panels = {
    banner, market, notice, you, hand, tray, tunnel, decks, passenger, give, watching, tickets, players, result,
    search, finder, menu, keys, signs: signing, talk, ends: { element: talk.ends }, chips, bar, clock: { element: players.clock },
  };
  const frame = shows(new Frame(board, panels, bar.head, mapPanel, tunnel.spoken, rules, log, actions),
    "view", "connected", "turned", "asksDecks", "long", "search", "tab", "sheet", "signs", "menu", "size");
  notice.places = { page: frame.element, side: frame.side };
  const ceremony = shows(new Ceremony(frame.side, board, actions, motion, map), "ceremony");
  shows(signs, "view", "connected");
  shows(new RuleSlip(frame.element, frame.side, actions), "view", "slip", "size");
  draws((state) => state.sound, (sound) => frame.paintSound(sound));
  draws((state) => state.map, (drawn) => drawn && map.draw(drawn.geometry, drawn.zoomable));
  draws((state) => ({ ...pick("view", "popover", "kept", "turned", "search")(state), ...lookingAt(state) }),
    (shown) => map.show(mapState(board, shown)));
  draws((state) => state.size, () => map.fit());
  draws(pick("view", "map"), () => result.fit());
  draws((state) => state.tab !== "log" && !isSmall(), (folded) => tickets.fold(folded));
  draws(pick("view", "turned", "size", "sheet", "tab"), () => tickets.fit());
  draws((state) => ({ ...pick("view", "turned")(state), n: lookingAt(state).ticket }), ({ n }) => tickets.light(n));
  draws((state) => ({ ...pick("view")(state), n: lookingAt(state).offer }), ({ n }) => tray.light(n));
  draws((state) => (state.popover && state.looking.payment?.cards) ?? {}, (paid) => hand.raise(paid));
  const popover = shows(new ClaimPopover(map, costs, actions, pointing), "view", "popover", "map");
  draws((state) => state.map, () => popover.place());
  map.onMoved = () => popover.place();
  draws((state) => state.signs, (open) => signing.update(open ? signsContent(() => actions.toggle("signs", false)) : null));
  draws((state) => state.keys, (open) => keys.update(open ? keysContent(actions) : null));
  draws(pick("menu", "sound", "music", "theme"), (shown, state) => menu.update(shown.menu ? menuContent(state, actions) : null));
  /** @param {State} state */
  const render = (state) => parts.forEach((draw) => draw(state));
  return { element: frame.element, mapPanel, map, ceremony, render, tick: () => { players.tick(); chips.tick(); } };
}

/** @template {keyof State} K @param {...K} names @returns {(state: State) => Pick<State, K>} */
const pick = (...names) => (state) =>
  /** @type {Pick<State, K>} */ (Object.fromEntries(names.map((name) => [name, state[name]])));

/**
 * Something that is drawn anew when what it gets of the state has changed; not while that is undefined.
 * @template T
 * @param {(state: State) => T | undefined} slice
 * @param {(shown: T, state: State) => void} draw
 * @returns {(state: State) => void}
 */
function part(slice, draw) {
  /** @type {T | undefined} */
  let before;
  return (state) => {
    const now = slice(state);
    if (now === undefined || isSame(now, before)) return;
    before = now;
    draw(now, state);
  };
}

/** Whether two values, or all entries of two records, are the same. @param {any} a @param {any} b */
function isSame(a, b) {
  if (a === b || !a || !b || typeof a !== "object" || typeof b !== "object") return a === b;
  return Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((name) => a[name] === b[name]);
}
