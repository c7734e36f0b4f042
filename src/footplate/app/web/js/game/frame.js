/** The grid of the game's page: top bar, tools, side column with its tabs. */

import { fill, h, set } from "../dom.js";
import { toolButton } from "../pieces.js";
import { toggleSound, toggleTheme } from "../settings.js";
import { isSmall, maySearch, modeOf } from "./state.js";
import { maySpeak } from "./talk.js";
import { Total } from "./total.js";

/** @typedef {import("./state.js").State} State */

const ASPECT = 1; // of a board whose file says nothing

/** Whether the map is higher than wide, so that all panels stand beside it. @param {import("../types").BoardFile} board */
function isTall({ cities, layout = {} }) {
  const span = (/** @type {number[]} */ at) => Math.max(...at) - Math.min(...at);
  const wide = span(cities.map(({ x }) => x)) * (layout.aspect ?? ASPECT);
  const high = span(cities.map(({ y }) => y));
  return layout.turned ? wide > high : high > wide;
}

export class Frame {
  /**
   * @param {import("../types").BoardFile} board
   * @param {Record<string, { element: HTMLElement }>} panels @param {HTMLElement} head of the sheet on small screens @param {HTMLElement} map @param {HTMLElement} spoken words of a tunnel
   * @param {{ elements: readonly HTMLElement[] }} rules @param {Record<"lines" | "spoken" | "replay", HTMLElement>} log
   * @param {Pick<import("./actions.js").Actions, "showSearch" | "showLog" | "showTalk" | "toggle" | "undo">} actions
   */
  constructor(board, panels, head, map, spoken, rules, log, actions) {
    this.panels = panels;
    this.log = log;
    const { banner, market, you, hand, tray, tunnel, decks, passenger, give, watching, tickets, players, result, search, finder, menu, keys, signs, talk, ends, chips, bar, clock } = panels;
    this.searchTool = toolButton("search", "Search (S)", { class: "tool in-menu", onclick: () => actions.showSearch() });
    this.soundTool = h("span", { class: "in-menu" });
    this.menuTool = toolButton("menu", "Menu", { "aria-haspopup": "dialog", onclick: () => actions.toggle("menu") });
    this.signsTool = toolButton("bell", "Your turn: tell me", { class: "tool in-menu", "aria-haspopup": "dialog", onclick: () => actions.toggle("signs") });
    this.logTab = h("button", { type: "button", role: "tab", onclick: () => actions.showLog() }, "Log");
    this.searchTab = h("button", { type: "button", role: "tab", onclick: () => actions.showSearch(true) }, "Search");
    this.sayTab = h("button", { type: "button", role: "tab", onclick: () => actions.showTalk() }, "Say");
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Log, search or phrases" }, this.sayTab, this.logTab, this.searchTab);
    this.logPanel = h("section", { class: "panel log", "aria-label": "Log" },
      h("div", { class: "log-head" }, this.tabs, log.replay), log.lines, talk.element, search.element, log.spoken);
    this.side = h("aside", { class: "side", "aria-label": "Tickets, players, log" }, head, tickets.element, players.element, ...rules.elements, this.logPanel, ends.element, result.element);
    this.boardName = h("h1", { class: "board-name" });
    this.total = new Total();
    this.undo = h("button", { type: "button", class: "text-link undo", hidden: true, onclick: () => actions.undo() }, "Take back ", h("small", {}, "(then not rated)"));
    const plate = h("a", { class: "plate", href: "#/", "aria-label": "Footplate: to the menu" }, "Footplate");
    const tools = h("nav", { class: "tools", "aria-label": "Tools" }, clock.element, this.searchTool, this.signsTool, this.soundTool,
      toolButton("theme", "Night or paper (N)", { class: "tool in-menu", onclick: toggleTheme }),
      toolButton("help", "All keys (?)", { class: "tool in-menu", onclick: () => actions.toggle("keys") }), this.menuTool);
    this.element = h("div", { class: isTall(board) ? "app tall" : "app" }, h("header", { class: "top" }, h("div", { class: "left" }, plate, this.boardName, this.total.element), banner.element),
      chips.element, market.element, map, you.element, hand.element, this.undo, tray.element, tunnel.element, decks.element, passenger.element, give.element, spoken,
      watching.element, this.side, bar.element, finder.element, tools, menu.element, keys.element, signs.element);
  }

  /** @param {Pick<State, "view" | "connected" | "turned" | "asksDecks" | "long" | "search" | "tab" | "sheet" | "signs" | "menu" | "size">} shown */
  update(shown) {
    const { view, connected, search, tab, sheet, signs, menu } = shown;
    const { hand, you, market, players, tickets, search: figures } = this.panels;
    const mode = modeOf(shown);
    const over = mode === "over";
    const searching = tab === "search";
    this.element.dataset.mode = mode;
    this.element.classList.toggle("lost", !connected);
    this.element.dataset.sheet = sheet;
    this.side.inert = isSmall() && !sheet && !over;
    set(this.signsTool, { "aria-expanded": `${signs}`, hidden: view.you === null });
    set(this.menuTool, { "aria-expanded": `${menu}` });
    set(this.searchTool, { "aria-pressed": `${search.on}`, hidden: !maySearch(view) });
    const talks = maySpeak(view);
    this.total.update(view);
    this.tabs.classList.toggle("open", maySearch(view) || talks);
    set(this.sayTab, { hidden: !talks, "aria-selected": `${tab === "say"}` });
    set(this.searchTab, { hidden: !maySearch(view), "aria-selected": `${searching}` });
    set(this.logTab, { "aria-selected": `${tab === "log"}` });
    figures.element.hidden = !searching;
    this.log.lines.hidden = tab !== "log";
    this.log.replay.classList.toggle("away", tab !== "log");
    hand.element.hidden = mode !== "play";
    this.undo.hidden = mode !== "play" || !view.can_undo;
    you.element.hidden = market.element.hidden = players.element.hidden = this.logPanel.hidden = over;
    tickets.element.hidden = over || mode === "watch";
    fill(this.boardName, h("span", {}, view.title), " ", h("small", {}, view.practice && `Practice from turn ${view.practice.turn + 1}, `, over ? "final position" : `turn ${view.turn + 1}`));
  }

  /** @param {boolean} on */
  paintSound(on) {
    fill(this.soundTool, toolButton(on ? "sound" : "silent", on ? "Sound is on (M)" : "Sound is off (M)", { onclick: toggleSound }));
  }
}
