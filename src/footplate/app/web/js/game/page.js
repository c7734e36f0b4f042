/** The game's page: its grid, its live connection, what is shown now, and what the player does. */

import { BoardMap } from "../board/map.js";
import { middle } from "../board/paths.js";
import { fill, h } from "../dom.js";
import { LiveGame, get } from "../net.js";
import { pair, plural, toolButton } from "../pieces.js";
import { onSettings, settings } from "../settings.js";
import { Banner } from "./banner.js";
import { ClaimPopover, costWords } from "./claim.js";
import { Finder } from "./finder.js";
import { Hand, You } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { Log } from "./log.js";
import { Market } from "./market.js";
import { makeKeysSheet, makeMenu, toggleSound, toggleTheme } from "./menu.js";
import { Motion } from "./motion.js";
import { Players } from "./players.js";
import { Result } from "./result.js";
import { Search } from "./search.js";
import { play } from "./sound.js";
import { Stage } from "./stage.js";
import { Tickets } from "./tickets.js";
import { Tip } from "./tip.js";
import { Tray } from "./tray.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").BoardFile} BoardFile */
/** @typedef {import("../types").Payment} Payment */
/**
 * What the player looks at now.
 * @typedef {object} Looking
 * @property {number | null} hovered route under the pointer
 * @property {number | null} focused route with the focus
 * @property {number | null} found route of the finder
 * @property {number | null} logged route of a line of the log
 * @property {number | null} ticket of yours
 * @property {number | null} offer
 * @property {string | null} stack of the hand
 * @property {Payment | null} payment
 * @property {readonly string[]} shown cities of a ticket on the result
 * @property {boolean} lamp
 */

const SMALL = "(max-width: 899px)";
const SMALLEST_MAP = 700; // pixels: a map is never drawn narrower, small screens zoom
const NOTICE = 5000; // milliseconds

/**
 * @param {HTMLElement} root
 * @param {string} [id]
 * @param {string} [token] a seat's; without one watches
 * @returns {Promise<() => void>}
 */
export async function show(root, id = "", token = "") {
  fill(root, h("main", { class: "trouble", role: "status" }, h("p", {}, "Joining the table …")));
  /** @type {GamePage | null} */
  let game = null;
  let left = false;
  const early = () => { left = true; live.close(); };
  /** @type {LiveGame} */
  const live = new LiveGame(id, token || null, (message) => game?.hear(message) ?? first(message), (state) => game?.connection(state === "open"));
  /** @type {(view: View) => void} */
  let arrived = () => {};
  /** @type {(error: Error) => void} */
  let failed = () => {};
  const firstView = new Promise((resolve, reject) => { [arrived, failed] = [resolve, reject]; });
  /** @param {any} message */
  const first = (message) => {
    if (message.type === "view") arrived(message);
    else if (message.fatal) failed(new Error(message.error));
  };
  const view = /** @type {View} */ (await firstView);
  const board = await get(`/api/boards/${encodeURIComponent(view.board)}`);
  if (left) return early;
  game = new GamePage(root, id, view, board, live);
  return () => game?.leave();
}

export class GamePage {
  /**
   * @param {HTMLElement} root
   * @param {string} id
   * @param {View} view
   * @param {BoardFile} board
   * @param {LiveGame} live
   */
  constructor(root, id, view, board, live) {
    this.id = id;
    this.view = view;
    this.board = board;
    this.live = live;
    this.connected = true;
    this.notice = "";
    this.sent = -1; // the version that was acted on
    this.lastPlace = -1; // of the market
    /** @type {Looking} */
    this.ui = { hovered: null, focused: null, found: null, logged: null, ticket: null, offer: null, stack: null, payment: null, shown: [], lamp: false };
    this.motion = new Motion();
    this.stage = new Stage(this);
    this.tip = new Tip();
    this.search = new Search(this);
    this.banner = new Banner(this);
    this.market = new Market(this);
    this.mapPanel = h("main", { class: "map", tabindex: -1 });
    this.map = new BoardMap(this.mapPanel, board, (intent, route) => this.onMap(intent, route));
    this.claim_ = new ClaimPopover(this);
    this.finder = new Finder(this);
    this.hand = new Hand(this);
    this.you = new You(this);
    this.tray = new Tray(this);
    this.players = new Players(this);
    this.tickets = new Tickets(this);
    this.log = new Log(this);
    this.result = new Result(this);
    this.menu = makeMenu(this);
    this.keysSheet = makeKeysSheet();
    this.boardName = h("span", { class: "board-name" });
    this.build(root);
    this.map.onMoved = () => this.claim_.place();
    this.cleanUp = [listenToKeys(this), onSettings(() => this.paintTools()), this.watchSize(), this.watchHurry()];
    this.title = "";
    this.apply(view);
  }

  /** @param {HTMLElement} root */
  build(root) {
    this.searchTool = toolButton("search", "Search (S)", { "aria-pressed": "false", onclick: () => this.showSearch(!this.search.isOn) });
    this.soundTool = h("span", {});
    this.menuTool = toolButton("menu", "Menu", { "aria-haspopup": "dialog", "aria-expanded": "false", onclick: () => this.menu.toggle() });
    this.menu.onToggle = () => this.menuTool?.setAttribute("aria-expanded", `${this.menu.isOpen}`);
    this.sideTool = toolButton("table", "Players, tickets and log", { class: "tool only-small", "aria-expanded": "false", onclick: () => this.openSide(!this.isSideOpen) });
    this.logTab = h("button", { type: "button", role: "tab", onclick: () => this.showLog() }, "Log");
    this.searchTab = h("button", { type: "button", role: "tab", hidden: true, onclick: () => this.showSearch(true) }, "Search");
    this.tabs = h("div", { class: "tabs", role: "tablist" }, this.logTab, this.searchTab);
    this.logPanel = h("section", { class: "panel log", "aria-label": "Log" }, h("div", { class: "log-head" }, this.tabs, this.log.replay), this.log.lines, this.search.element, this.log.spoken);
    this.side = h("aside", { class: "side" }, this.tickets.element, this.players.element, this.logPanel, this.result.element);
    this.mapPanel.append(this.finder.element);
    this.app = h("div", { class: "app" },
      h("header", { class: "top" }, h("div", { class: "left" }, h("a", { class: "plate", href: "#/", "aria-label": "Footplate: to the menu" }, "Footplate"), this.boardName), this.banner.element),
      this.market.element, this.mapPanel, this.you.element, this.hand.element, this.tray.element, this.side,
      h("nav", { class: "tools", "aria-label": "Tools" }, this.sideTool, this.searchTool, this.soundTool, toolButton("theme", "Night or paper (N)", { onclick: toggleTheme }),
        toolButton("help", "All keys (?)", { onclick: () => this.keysSheet.toggle() }), this.menuTool),
      this.menu.element, this.keysSheet.element);
    fill(root, this.app);
    this.paintTools();
    this.showTabs();
  }

  // ---------------------------------------------------------------- what comes from the server

  /** @param {any} message @returns {true} */
  hear(message) {
    if (message.type === "view") this.stage.push(message);
    else if (message.type === "search") this.search.take(message);
    else if (message.type === "error") this.hearError(message);
    return true;
  }

  /** @param {{ error: string, fatal?: boolean }} message */
  hearError(message) {
    this.sent = -1;
    if (this.search.isOn && !this.search.report && /'search'/.test(message.error)) return this.search.refuse("This server shows no search yet.");
    this.say(`${message.error[0].toUpperCase()}${message.error.slice(1)}.`);
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
    this.app.classList.toggle("lost", !connected);
    this.banner.update();
    if (connected && this.search.isOn) this.search.ask();
  }

  /** Show a view. @param {View} view */
  apply(view) {
    const moved = view.version !== this.view.version;
    this.view = view;
    if (moved) {
      this.sent = -1;
      this.search.forget();
      this.tip.hide();
    }
    const mode = view.outcome ? "over" : view.you === null ? "watch" : view.offer.length ? "tray" : "play";
    this.app.dataset.mode = mode;
    for (const part of [this.market, this.hand, this.you, this.tickets, this.players, this.log, this.tray, this.result, this.claim_]) part.update(view);
    this.hand.element.hidden = mode === "tray" || mode === "over" || mode === "watch";
    this.you.element.hidden = this.market.element.hidden = mode === "over";
    this.tickets.element.hidden = mode === "over" || mode === "watch";
    this.players.element.hidden = this.logPanel.hidden = mode === "over";
    fill(this.boardName, this.title, h("small", {}, view.outcome ? "final position" : `turn ${view.turn + 1}`));
    if (view.outcome && this.search.isOn) this.showSearch(false);
    this.change({});
  }

  // ---------------------------------------------------------------- what the player looks at

  /** @param {Partial<Looking>} changes */
  change(changes) {
    Object.assign(this.ui, changes);
    const { view, ui } = this;
    const ticket = ui.ticket === null ? null : view.tickets[ui.ticket] ?? null;
    const offer = ui.offer === null ? null : view.offer[ui.offer] ?? null;
    const lit = ui.lamp ? this.payable() : ui.stack ? this.payableWith(ui.stack) : ui.logged !== null ? [ui.logged] : [];
    const hovered = this.claim_.route ?? ui.found ?? ui.focused ?? (ui.hovered !== null && view.legal.claims[ui.hovered] ? ui.hovered : null);
    this.map.show({
      owners: view.owners, closed: view.closed, players: view.players, fresh: view.fresh, you: view.you, hovered, lit, payable: this.payable(),
      way: ticket?.way ?? offer?.way ?? [], cities: ticket ? [ticket.a, ticket.b] : [...ui.shown], letters: this.tray.letters(view),
      marks: this.search.marks(), notes: this.routeNotes(), reasons: view.why_not.routes,
    });
    this.tickets.light(ui.ticket);
    this.tray.light(ui.offer);
    this.hand.raise(ui.payment && this.claim_.route !== null ? ui.payment.cards : {});
    this.banner.update();
  }

  payable() {
    return Object.keys(this.view.legal.claims).map(Number);
  }

  /** Routes that a card could help to pay now. @param {string} card */
  payableWith(card) {
    return Object.entries(this.view.legal.claims).filter(([, ways]) => ways.some((way) => way.cards[card])).map(([route]) => Number(route));
  }

  /** A stack was clicked. @param {string} card */
  tellPayable(card) {
    const n = this.payableWith(card).length;
    if (n === 0) this.refuse(this.hand.stacks[card], this.view.to_move === this.view.you ? `No route that you could claim now takes ${card}.` : "Not your turn.");
    else this.tip.show(() => this.hand.stacks[card].getBoundingClientRect(), `Can pay ${plural(n, "route")}: they are lit on the map.`, 0);
  }

  /** What a free route would do for a ticket. @param {number} route */
  ticketOf(route) {
    const on = this.view.tickets.filter((ticket) => ticket.state === "open" && ticket.way.includes(route) && this.view.owners[route] === null);
    return on.sort((a, b) => (a.trains_needed ?? 0) - (b.trains_needed ?? 0))[0] ?? null;
  }

  routeNotes() {
    /** @type {Record<number, string>} */
    const notes = {};
    for (const route of new Set(this.view.tickets.flatMap((ticket) => ticket.way))) {
      const ticket = this.ticketOf(route);
      if (ticket) notes[route] = `${ticket.trains_needed === this.board.routes[route].length ? "completes" : "on the way of"} ${ticket.a} to ${ticket.b}`;
    }
    return notes;
  }

  /** The green line of the pop-over. @param {number} route */
  ticketNote(route) {
    const ticket = this.ticketOf(route);
    if (!ticket) return null;
    const left = (ticket.trains_needed ?? 0) - this.board.routes[route].length;
    const name = h("b", {}, pair(ticket.a, ticket.b));
    return left <= 0 ? h("span", {}, "Completes ", name, `, +${ticket.points}`) : h("span", {}, `Then ${left} to lay for `, name);
  }

  /** @param {number} route */
  costWords(route) {
    return costWords(this.board, route);
  }

  // ---------------------------------------------------------------- what the player does

  /** @param {import("../board/map.js").Intent} intent @param {number} route */
  onMap(intent, route) {
    const can = Boolean(this.view.legal.claims[route]);
    if (intent === "hover" || intent === "focus") {
      this.change(intent === "hover" ? { hovered: route } : { focused: route });
      if (can && intent === "hover") this.claim_.hover(route);
      else if (!can) this.whyNoClaim(route);
    } else if (intent === "leave" || intent === "blur") {
      this.change(intent === "leave" ? { hovered: null } : { focused: null });
      this.tip.hide();
      this.claim_.leave();
    } else if (!can) {
      this.claim_.close();
      if (intent === "choose") this.whyNoClaim(route, 0);
    } else if (intent === "take") {
      this.claim(route, 0);
    } else if (this.claim_.pinned && this.claim_.route === route) {
      this.claim_.close(true);
    } else {
      this.claim_.open(route, true);
    }
  }

  /** @param {number} route @param {number} [delay] */
  whyNoClaim(route, delay) {
    const { a, b } = this.board.routes[route];
    const reason = this.view.why_not.routes[route];
    const geometry = this.map.geometry;
    if (!geometry || this.view.you === null) return;
    const cost = this.view.owners[route] === null ? `${this.costWords(route)} ` : "";
    this.tip.show(() => {
      const box = this.mapPanel.getBoundingClientRect();
      const [x, y] = this.map.onScreen(...middle(geometry.routes[route]));
      return new DOMRect(box.x + x - 8, box.y + y - 8, 16, 16);
    }, [h("b", {}, pair(a, b)), h("br"), cost, reason ?? ""], delay);
  }

  /** Say that something can't be done, where it was tried. @param {HTMLElement} where @param {string} reason */
  refuse(where, reason) {
    play("no");
    if (reason) this.tip.show(() => where.getBoundingClientRect(), reason, 0);
  }

  /** @param {number} route @param {number} way */
  claim(route, way) {
    const payment = this.view.legal.claims[route]?.[way];
    if (!payment) return;
    this.act(payment.action);
    this.claim_.close(true);
  }

  /** One action for one position: a second click changes nothing. @param {number} action */
  act(action) {
    if (!this.connected || this.sent === this.view.version) return;
    this.sent = this.view.version;
    this.live.send({ type: "act", version: this.view.version, action });
  }

  undo() {
    if (this.view.can_undo) this.live.send({ type: "undo", version: this.view.version });
  }

  /** What the others did since your last action. */
  othersTurn() {
    const { log, you } = this.view;
    let start = log.length;
    while (start > 0 && log[start - 1].seat !== you) start -= 1;
    if (start < log.length) return log.slice(you === null ? -1 : start);
    while (start > 0 && log[start - 1].seat === you) start -= 1;
    const end = start;
    while (start > 0 && log[start - 1].seat !== you) start -= 1;
    return log.slice(start, end);
  }

  replayOthers() {
    void this.stage.replay(this.othersTurn());
  }

  // ---------------------------------------------------------------- side column and tools

  /** @param {boolean} on */
  showSearch(on) {
    if (on !== this.search.isOn) this.search.turn(on);
    this.tab = on ? "search" : "log";
    this.showTabs();
  }

  showLog() {
    this.tab = "log";
    this.showTabs();
    if (matchMedia(SMALL).matches) this.openSide(true);
    /** @type {HTMLElement | null} */ (this.log.lines.querySelector("li[tabindex='0']"))?.focus({ preventScroll: true });
  }

  showTabs() {
    const searching = this.tab === "search";
    this.searchTool?.setAttribute("aria-pressed", `${this.search.isOn}`);
    this.tabs?.classList.toggle("open", this.search.isOn);
    if (this.searchTab) this.searchTab.hidden = !this.search.isOn;
    this.searchTab?.setAttribute("aria-selected", `${searching}`);
    this.logTab?.setAttribute("aria-selected", `${!searching}`);
    this.search.element.hidden = !searching;
    this.log.lines.hidden = searching;
    this.tickets.fold(searching);
  }

  get isSideOpen() {
    return this.app.classList.contains("side-open");
  }

  /** On small screens the side column is a sheet. @param {boolean} open */
  openSide(open) {
    this.app.classList.toggle("side-open", open);
    this.sideTool?.setAttribute("aria-expanded", `${open}`);
    if (this.side) this.side.inert = matchMedia(SMALL).matches && !open && !this.view.outcome;
    this.tickets.fit();
  }

  paintTools() {
    const label = settings.sound ? "Sound is on (M)" : "Sound is off (M)";
    fill(/** @type {HTMLElement} */ (this.soundTool), toolButton(settings.sound ? "sound" : "silent", label, { onclick: toggleSound }));
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
      this.title = geometry.title;
      this.map.draw(geometry, small);
      this.apply(this.view);
      this.claim_.place();
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(draw, this.map.geometry ? 150 : 0);
      this.tickets.fit();
      this.openSide(this.isSideOpen);
    });
    observer.observe(this.mapPanel);
    return () => observer.disconnect();
  }

  /** Any key or click finishes what moves; a click elsewhere closes what is open. */
  watchHurry() {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    addEventListener("keydown", (event) => event.key !== "Tab" && event.key !== "Shift" && this.stage.flush(), options);
    addEventListener("pointerdown", (event) => {
      this.stage.flush();
      const target = /** @type {Element} */ (event.target);
      if (!this.claim_.element?.contains(target) && !target.closest(".route")) this.claim_.close();
      if (!target.closest(".menu") && !this.menuTool?.contains(target)) this.menu.close();
      if (!target.closest(".keys") && !target.closest(".tools")) this.keysSheet.close();
      if (this.isSideOpen && !target.closest(".side, .tools")) this.openSide(false);
    }, options);
    return () => stop.abort();
  }

  leave() {
    this.live.close();
    this.motion.finish();
    this.claim_.close();
    this.tip.remove();
    for (const stop of this.cleanUp) stop();
  }
}
