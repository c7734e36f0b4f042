/** The grid of the game's page: top bar, tools, side column with its tabs. */

import { fill, h } from "../dom.js";
import { toolButton } from "../pieces.js";
import { settings } from "../settings.js";
import { toggleSound, toggleTheme } from "./menu.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("./page.js").GamePage} GamePage */

const ASPECT = 1; // of a board whose file says nothing
export const SMALL = "(max-width: 899px)"; // where the side column is a sheet and the map zooms

/** Whether the map is higher than wide, so that all panels stand beside it. @param {import("../types").BoardFile} board */
export function isTall({ cities, layout = {} }) {
  const span = (/** @type {number[]} */ at) => Math.max(...at) - Math.min(...at);
  const wide = span(cities.map(({ x }) => x)) * (layout.aspect ?? ASPECT);
  const high = span(cities.map(({ y }) => y));
  return layout.turned ? wide > high : high > wide;
}

export class Frame {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.searching = false;
    this.searchTool = toolButton("search", "Search (S)", { "aria-pressed": "false", onclick: () => this.showSearch(!game.search.isOn) });
    this.soundTool = h("span", { class: "in-menu" });
    this.menuTool = toolButton("menu", "Menu", { "aria-haspopup": "dialog", "aria-expanded": "false", onclick: () => game.menu.toggle() });
    this.sideTool = toolButton("table", "Players, tickets and log", { class: "tool only-small", "aria-expanded": "false", onclick: () => this.openSide(!this.isSideOpen) });
    this.logTab = h("button", { type: "button", role: "tab", onclick: () => this.showLog() }, "Log");
    this.searchTab = h("button", { type: "button", role: "tab", onclick: () => this.showSearch(true) }, "Search");
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Log or search" }, this.logTab, this.searchTab);
    this.logPanel = h("section", { class: "panel log", "aria-label": "Log" },
      h("div", { class: "log-head" }, this.tabs, game.log.replay), game.log.lines, game.search.element, game.log.spoken);
    this.side = h("aside", { class: "side", "aria-label": "Tickets, players, log" }, game.tickets.element, game.players.element, ...game.panels.elements, this.logPanel, game.result.element);
    this.boardName = h("h1", { class: "board-name" });
    const plate = h("a", { class: "plate", href: "#/", "aria-label": "Footplate: to the menu" }, "Footplate");
    const tools = h("nav", { class: "tools", "aria-label": "Tools" }, this.sideTool, this.searchTool, this.soundTool,
      toolButton("theme", "Night or paper (N)", { class: "tool in-menu", onclick: toggleTheme }), toolButton("help", "All keys (?)", { onclick: () => game.keysSheet.toggle() }), this.menuTool);
    this.element = h("div", { class: isTall(game.board) ? "app tall" : "app" },
      h("header", { class: "top" }, h("div", { class: "left" }, plate, this.boardName), game.banner.element),
      game.market.element, game.mapPanel, game.leaving.element, game.you.element, game.hand.element, game.tray.element, game.tunnel.element,
      game.decks.element, game.passenger.element, game.give.element, game.tunnel.spoken, game.watching.element, this.side, game.finder.element, tools, game.menu.element, game.keysSheet.element);
    game.menu.onToggle = () => this.menuTool.setAttribute("aria-expanded", `${game.menu.isOpen}`);
    this.paintSound();
    this.showTabs();
  }

  /** @param {View} view */
  update(view) {
    const { game } = this;
    const inDock = [game.tray, game.tunnel, game.decks, game.passenger, game.give].some((tray) => tray.isOpen);
    const mode = view.outcome ? "over" : view.you === null ? "watch" : inDock ? "tray" : "play";
    const over = mode === "over";
    this.element.dataset.mode = mode;
    this.searchTool.hidden = over || view.you === null || !view.help;
    game.hand.element.hidden = mode !== "play";
    game.you.element.hidden = game.market.element.hidden = game.players.element.hidden = this.logPanel.hidden = over;
    game.tickets.element.hidden = over || mode === "watch";
    fill(this.boardName, h("span", {}, view.title), " ", h("small", {}, over ? "final position" : `turn ${view.turn + 1}`));
    if (over && game.search.isOn) this.showSearch(false);
  }

  /** @param {boolean} on */
  showSearch(on) {
    if (on && this.searchTool.hidden) return;
    this.searching = on;
    this.showTabs();
    if (on !== this.game.search.isOn) this.game.search.turn(on);
    this.showTabs();
    if (on && matchMedia(SMALL).matches) this.openSide(true);
  }

  showLog() {
    this.searching = false;
    this.showTabs();
    if (matchMedia(SMALL).matches) this.openSide(true);
    /** @type {HTMLElement | null} */ (this.game.log.lines.querySelector("li[tabindex='0']"))?.focus({ preventScroll: true });
  }

  showTabs() {
    const { search, log, tickets } = this.game;
    this.searchTool.setAttribute("aria-pressed", `${search.isOn}`);
    this.tabs.classList.toggle("open", search.isOn);
    this.searchTab.hidden = !search.isOn;
    this.searchTab.setAttribute("aria-selected", `${this.searching}`);
    this.logTab.setAttribute("aria-selected", `${!this.searching}`);
    search.element.hidden = !this.searching;
    log.lines.hidden = this.searching;
    log.replay.classList.toggle("away", this.searching);
    tickets.fold(this.searching);
  }

  get isSideOpen() {
    return this.element.classList.contains("side-open");
  }

  /** On small screens the side column is a sheet. @param {boolean} open */
  openSide(open) {
    this.element.classList.toggle("side-open", open);
    this.sideTool.setAttribute("aria-expanded", `${open}`);
    this.side.inert = matchMedia(SMALL).matches && !open && !this.game.view.outcome;
    this.game.tickets.fit();
  }

  paintSound() {
    const label = settings.sound ? "Sound is on (M)" : "Sound is off (M)";
    fill(this.soundTool, toolButton(settings.sound ? "sound" : "silent", label, { onclick: toggleSound }));
  }
}
