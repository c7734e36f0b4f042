/** The game's page: its grid, its live connection, what is shown now, and what the player does. */

import { BoardMap } from "../board/map.js";
import { fill, h } from "../dom.js";
import { handOver } from "../hotseat.js";
import { get, sentence, unexpected } from "../net.js";
import { pair, plural, spellCities, spelled } from "../pieces.js";
import { Preparing } from "../preparing.js";
import { onSettings, settings } from "../settings.js";
import { startTutorial } from "../tutorial.js";
import { Banner } from "./banner.js";
import { ClaimPopover } from "./claim.js";
import { DecksTray } from "./decks.js";
import { Finder } from "./finder.js";
import { Frame, SMALL } from "./frame.js";
import { GiveTray } from "./give.js";
import { Hand, You } from "./hand.js";
import { Seat, arrive } from "./join.js";
import { listenToKeys } from "./keys.js";
import { Leaving } from "./leaving.js";
import { Log } from "./log.js";
import { AT_NOTHING, mapState, othersTurn, payableWith } from "./map_state.js";
import { Market } from "./market.js";
import { makeKeysSheet, makeMenu } from "./menu.js";
import { Motion } from "./motion.js";
import { Panels } from "./panels.js";
import { PassengerTray } from "./passengers.js";
import { Players } from "./players.js";
import { Result } from "./result.js";
import { Search } from "./search.js";
import { RuleSlip } from "./slip.js";
import { play } from "./sound.js";
import { Stage } from "./stage.js";
import { Tickets } from "./tickets.js";
import { Tip } from "./tip.js";
import { Tray } from "./tray.js";
import { TunnelTray } from "./tunnel.js";
import { Watching } from "./watching.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").BoardFile} BoardFile */
/** @typedef {import("./map_state.js").Looking} Looking */

const SMALLEST_MAP = 700; // pixels: a map is never drawn narrower, small screens zoom
const NOTICE = 5000; // milliseconds

/**
 * @param {HTMLElement} root
 * @param {string} [id]
 * @param {string} [word] a link's, or the number of one of several seats at this screen
 * @returns {Promise<() => void>}
 */
export async function show(root, id = "", word = "") {
  const number = await arrive(root, id, word);
  const asked = location.hash;
  const words = h("p", { role: "status" }, "Joining the table …");
  const preparing = new Preparing("The game begins when that is done.");
  fill(root, h("main", { class: "trouble" }, words, preparing.element));
  const seat = new Seat(id, number, (news) => fill(words, news), (now) => {
    fill(words);
    preparing.show(now);
  });
  await seat.joined;
  const view = /** @type {View} */ (seat.latest);
  const address = `/api/boards/${encodeURIComponent(view.board)}`;
  const [board, rules] = await Promise.all([get(address), get(`${address}/rules`)]);
  const live = /** @type {import("../net.js").LiveGame} */ (seat.live);
  spellCities(board);
  if (location.hash !== asked) {
    live.close();
    return () => {};
  }
  const game = new GamePage(root, id, /** @type {View} */ (seat.latest), board, rules.costs, live);
  seat.hear = (message) => game.hear(message);
  seat.connection = (open) => game.connection(open);
  const isPlaying = view.you !== null && !view.outcome && root.querySelector(".app") !== null;
  const endTutorial = isPlaying && !settings.tutorialDone ? startTutorial(root) : null;
  return () => {
    endTutorial?.();
    game.leave();
  };
}

export class GamePage {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {View} view
   * @param {BoardFile} board
   * @param {readonly string[]} costs of its routes, in words
   * @param {import("../net.js").LiveGame} live
   */
  constructor(root, id, view, board, costs, live) {
    this.root = root;
    this.id = id;
    this.view = view;
    this.board = board;
    this.costs = costs;
    this.live = live;
    this.connected = true;
    this.notice = "";
    this.sent = -1; // the version that was acted on
    this.lastPlace = -1; // of the market
    /** @type {Looking} */
    this.ui = { ...AT_NOTHING };
    /** @type {Partial<Looking>} what a tap asked to see on the map, until the next tap */
    this.held = {};
    this.motion = new Motion();
    this.stage = new Stage(this);
    this.tip = new Tip();
    this.search = new Search(this);
    this.banner = new Banner(this);
    this.market = new Market(this);
    this.mapPanel = h("main", { class: "map", tabindex: -1, "aria-label": "Map" });
    this.mapPanel.append(this.tip.element);
    this.map = new BoardMap(this.mapPanel, board, (intent, route) => this.onMap(intent, route), (intent, city) => this.onCity(intent, city));
    this.claim = new ClaimPopover(this);
    this.finder = new Finder(this);
    this.hand = new Hand(this);
    this.you = new You(this);
    this.tray = new Tray(this);
    this.tunnel = new TunnelTray(this);
    this.decks = new DecksTray(this);
    this.passenger = new PassengerTray(this);
    this.give = new GiveTray(this);
    this.panels = new Panels((shown) => this.look({ shown }), (shown) => this.showOnMap({ shown }));
    this.slip = new RuleSlip(this);
    this.watching = new Watching(this);
    this.leaving = new Leaving(this);
    this.players = new Players(this);
    this.tickets = new Tickets(this);
    this.log = new Log(this);
    this.result = new Result(this);
    this.menu = makeMenu(this);
    this.keysSheet = makeKeysSheet();
    this.frame = new Frame(this);
    fill(root, this.frame.element);
    this.map.onMoved = () => this.claim.place();
    this.cleanUp = [listenToKeys(this), onSettings(() => this.frame.paintSound()), this.watchSize(), this.watchHurry()];
    this.apply(view);
  }

  // ---------------------------------------------------------------- what comes from the server

  /** @param {import("../types").Message} message */
  hear(message) {
    switch (message.type) {
      case "view": return this.stage.push(message);
      case "search": return this.search.take(message);
      case "error": return this.hearError(message);
      case "pong": return undefined;
      default: return unexpected(message);
    }
  }

  /** @param {import("../types").ErrorMessage} message */
  hearError(message) {
    if (message.of === "search") return this.search.refuse(sentence(message.error));
    this.sent = -1;
    this.say(sentence(message.error));
    play("no");
  }

  /** @param {string} words */
  say(words) {
    this.notice = words;
    this.banner.update();
    setTimeout(() => { this.notice = ""; this.banner.update(); }, NOTICE);
  }

  /** @param {boolean} connected */
  connection(connected) {
    this.connected = connected;
    this.sent = -1;
    this.frame.element.classList.toggle("lost", !connected);
    this.banner.update();
    if (connected && this.search.isOn) this.search.ask();
  }

  /** Show a view. @param {View} view */
  apply(view) {
    if (!this.tunnel.isTurning && handOver(this.root, this.id, view)) return this.leave();
    const moved = view.version !== this.view.version;
    this.view = view;
    if (moved) {
      this.sent = -1;
      this.search.forget();
      this.tip.hide();
    }
    for (const part of [this.tray, this.tunnel, this.decks, this.passenger, this.give]) part.update(view);
    this.frame.update(view);
    for (const part of [this.market, this.hand, this.watching, this.leaving, this.result, this.claim, this.slip]) part.update(view);
    if (!this.tunnel.isHiding) {
      for (const part of [this.you, this.tickets, this.players, this.log]) part.update(view);
      this.panels.update(view, view.outcome !== null);
    }
    this.change({});
  }

  // ---------------------------------------------------------------- what the player looks at

  /** Look at something else, or still at the same. @param {Partial<Looking>} changes */
  look(changes) {
    const isNew = Object.entries(changes).some(([name, value]) => this.ui[/** @type {keyof Looking} */ (name)] !== value);
    if (isNew) this.change(changes);
  }

  /** @param {Partial<Looking>} changes */
  change(changes) {
    Object.assign(this.ui, changes);
    const { looking: ui } = this;
    this.map.show(mapState(this));
    this.tickets.light(ui.ticket);
    this.tray.light(ui.offer);
    this.hand.raise(ui.payment && this.claim.isOpen ? ui.payment.cards : {});
    this.banner.update();
  }

  get looking() {
    return { ...this.ui, ...this.held };
  }

  /** On a small screen the sheet with tickets and log makes room for what was asked for there. @param {Partial<Looking>} wanted */
  showOnMap(wanted) {
    if (!matchMedia(SMALL).matches) return this.change(wanted);
    this.frame.openSide(false);
    this.held = wanted;
    this.change({});
  }

  letGo() {
    if (Object.keys(this.held).length === 0) return;
    this.held = {};
    this.change({});
  }

  /** A stack was clicked. @param {string} card */
  tellPayable(card) {
    const n = payableWith(this.view, card).length;
    if (n === 0) this.refuse(this.hand.stacks[card], this.view.to_move === this.view.you ? `No route that you could claim now takes ${card}.` : "Not your turn.");
    else this.tip.show(() => this.hand.stacks[card].getBoundingClientRect(), `Can pay ${plural(n, "route")}: they are lit on the map.`, 0);
  }

  // ---------------------------------------------------------------- what the player does

  /** @param {import("../board/map.js").Intent} intent @param {number} route */
  onMap(intent, route) {
    const can = Boolean(this.view.legal.claim[route]);
    if (intent === "hover" || intent === "focus") {
      this.change(intent === "hover" ? { hovered: route } : { focused: route });
      if (can && intent === "hover") this.claim.hover(route);
      else if (!can) this.whyNoClaim(route);
    } else if (intent === "leave" || intent === "blur") {
      this.change(intent === "leave" ? { hovered: null } : { focused: null });
      this.tip.hide();
      this.claim.leave();
    } else if (!can) {
      this.claim.close();
      if (intent === "choose") this.whyNoClaim(route, 0);
    } else if (intent === "take") {
      this.pay(route, 0);
    } else if (this.claim.pinned && this.claim.route === route) {
      this.claim.close(true);
    } else {
      this.claim.open(route, true);
    }
  }

  /** A city: where stations are built, a click begins one. @param {import("../board/map.js").Intent} intent @param {string} city */
  onCity(intent, city) {
    const can = Boolean(this.view.legal.station[city]);
    const reason = this.view.why_not.stations[city] ?? "";
    if (intent === "hover") this.look({ city });
    else if (intent === "leave") this.look({ city: null });
    if (intent === "leave" || intent === "blur") this.tip.hide();
    if (intent !== "choose" || this.view.you === null) return;
    if (this.claim.city === city) this.claim.close(true);
    else if (can) this.claim.openStation(city);
    else if (reason) {
      this.claim.close();
      play("no");
      this.tip.show(() => this.map.cityTarget(city).getBoundingClientRect(), [h("b", {}, spelled(city)), h("br"), reason], 0);
    }
  }

  /** @param {number} route @param {number} [delay] */
  whyNoClaim(route, delay) {
    const { a, b } = this.board.routes[route];
    const reason = this.view.why_not.routes[route];
    if (this.view.you === null) return;
    const cost = this.view.owners[route] === null ? `${this.costs[route]} ` : "";
    this.tip.show(() => this.map.routes[route].target.getBoundingClientRect(), [h("b", {}, pair(a, b)), h("br"), cost, reason ?? ""], delay);
  }

  /** Say that something can't be done, where it was tried. @param {HTMLElement} where @param {string} reason */
  refuse(where, reason) {
    play("no");
    if (reason) this.tip.show(() => where.getBoundingClientRect(), reason, 0);
  }

  /** @param {number} route @param {number} way */
  pay(route, way) {
    const payment = this.view.legal.claim[route]?.[way];
    if (payment) this.payAt(payment.action);
  }

  /** @param {string} city @param {number} way */
  build(city, way) {
    const offer = this.view.legal.station[city];
    const payment = offer?.ways[way];
    if (!payment) return;
    if (offer.action === null) this.payAt(payment.action);
    else this.payAt(offer.action, [payment.action]);
  }

  /** Act out of the pop-over, which closes. @param {number} action @param {readonly number[]} [then] */
  payAt(action, then = []) {
    this.act(action, then);
    const hadFocus = this.claim.element?.contains(document.activeElement);
    this.claim.close();
    if (hadFocus) this.mapPanel.focus({ preventScroll: true });
  }

  /** One action for one position, with what belongs to it: a second click changes nothing. @param {number} action @param {readonly number[]} [then] */
  act(action, then = []) {
    if (!this.connected || this.sent === this.view.version) return;
    this.sent = this.view.version;
    this.live.send({ type: "act", version: this.view.version, action, ...(then.length ? { then } : {}) });
  }

  undo() {
    if (this.view.can_undo) this.live.send({ type: "undo", version: this.view.version });
  }

  replayOthers() {
    void this.stage.replay(othersTurn(this.view));
  }

  // ---------------------------------------------------------------- size, hurry, leaving

  /** The map is drawn anew when its panel changes its size. */
  watchSize() {
    let timer = 0;
    let wanted = "";
    const draw = async () => {
      const { clientWidth: width, clientHeight: height } = this.mapPanel;
      if (width < 40 || height < 40) return;
      const small = matchMedia(SMALL).matches;
      const scale = small ? Math.max(1, SMALLEST_MAP / width) : 1;
      const size = `width=${Math.max(240, Math.floor(width * scale))}&height=${Math.max(240, Math.floor(height * scale))}`;
      if (size === wanted) return;
      wanted = size;
      const geometry = await get(`/api/boards/${encodeURIComponent(this.view.board)}/map?${size}`);
      if (size !== wanted) return;
      this.map.draw(geometry, small);
      this.apply(this.view);
      this.claim.place();
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      this.mapPanel.ariaBusy = "true";
      const mine = timer = setTimeout(async () => {
        await draw();
        if (timer === mine) this.mapPanel.ariaBusy = "false";
      }, this.map.geometry ? 150 : 0);
      this.map.fit();
      this.tickets.fit();
      this.frame.openSide(this.frame.isSideOpen);
    });
    observer.observe(this.mapPanel);
    return () => observer.disconnect();
  }

  /** Any key or click finishes what moves; a click elsewhere closes what is open. */
  watchHurry() {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    addEventListener("keydown", (event) => {
      if (event.key === "Tab" || event.key === "Shift") return;
      if (this.tunnel.isTurning) { // any key turns the rest, and does no more
        event.preventDefault();
        event.stopPropagation();
      }
      this.stage.flush();
    }, options);
    addEventListener("pointerdown", (event) => {
      this.stage.flush();
      this.tip.hide();
      this.letGo();
      const target = /** @type {Element} */ (event.target);
      if (!this.claim.element?.contains(target) && !target.closest(".route, .city")) this.claim.close();
      if (!target.closest(".menu") && !this.frame.menuTool.contains(target)) this.menu.close();
      if (!target.closest(".keys") && !target.closest(".tools")) this.keysSheet.close();
      if (this.frame.isSideOpen && !target.closest(".side, .tools")) this.frame.openSide(false);
    }, options);
    return () => stop.abort();
  }

  leave() {
    document.title = "Footplate";
    this.live.close();
    this.motion.finish();
    this.claim.close();
    this.tip.remove();
    for (const stop of this.cleanUp) stop();
  }
}
