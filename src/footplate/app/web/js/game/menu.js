/** The menu: leave, take back, sound, theme; and the list of all keys. */

import { fill, h } from "../dom.js";
import { linkMaker, wordFor } from "../links.js";
import { askedTwice } from "../pages/frame.js";
import { toolButton } from "../pieces.js";
import { leaveGame } from "../seats.js";
import { changeSettings, settings, theme } from "../settings.js";

/** @typedef {import("./page.js").GamePage} GamePage */

/** @type {readonly [string[], string][]} */
export const KEYS = [
  [["1", "…", "5"], "Take that card of the market"],
  [["D"], "Draw from the deck"],
  [["T"], "Draw tickets, or swap them in a race"],
  [["C", "/"], "Claim: type a city, arrows go through its routes"],
  [["B"], "Build a station: type a city"],
  [["←", "↑", "→", "↓"], "On the map: from city to city; Tab goes through its routes"],
  [["Enter", "2", "3", "4"], "Claim with the best, or another, payment"],
  [["A", "B", "C"], "Tick tickets on offer; Enter keeps them"],
  [["←", "→"], "Two decks: one card more of the short or the long ones; Enter draws"],
  [["Enter", "2", "3"], "Tunnel: pay more; Escape takes your cards back"],
  [["1", "…", "5"], "Passengers: take that one"],
  [["H"], "Lamp: every route you can pay now, while held"],
  [["Shift", "1 … 9"], "Highlight your ticket 1 … 9"],
  [["Space"], "Hold or go on, while you watch bots"],
  [["S"], "Search panel"],
  [["L"], "Log"],
  [["N"], "Night or paper"],
  [["M"], "Sound on or off"],
  [["?"], "All keys"],
  [["Escape"], "Close, step back"],
];

export const toggleTheme = () => changeSettings({ theme: theme() === "dark" ? "light" : "dark" });
export const toggleSound = () => changeSettings({ sound: !settings.sound });

/** A panel that stands over the page until it is closed. */
export class Sheet {
  /**
   * @param {string} kind its class
   * @param {string} label
   * @param {() => (import("../dom.js").Child | import("../dom.js").Child[])[]} content
   */
  constructor(kind, label, content) {
    this.content = content;
    this.element = h("div", { class: `sheet ${kind}`, role: "dialog", "aria-label": label, hidden: true, tabindex: -1 });
    /** @type {Element | null} */
    this.back = null;
    this.onToggle = () => {};
  }

  get isOpen() {
    return !this.element.hidden;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  open() {
    this.back = document.activeElement;
    fill(this.element, ...this.content());
    this.element.hidden = false;
    /** @type {HTMLElement} */ (this.element.querySelector("button:not(:disabled), a, input") ?? this.element).focus();
    this.onToggle();
  }

  close() {
    if (!this.isOpen) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (hadFocus) /** @type {HTMLElement | null} */ (this.back)?.focus?.();
    this.onToggle();
  }
}

/** @param {GamePage} game */
export function makeMenu(game) {
  /** @type {Sheet} */
  const menu = new Sheet("menu", "Menu", () => [
    h("button", { type: "button", disabled: !game.view.can_undo, onclick: () => { menu.close(); game.undo(); } }, "Take back my last action"),
    h("hr"),
    h("button", { type: "button", "aria-pressed": `${settings.sound}`, onclick: () => { void toggleSound(); menu.open(); } }, settings.sound ? "Sound: on" : "Sound: off", h("kbd", {}, "M")),
    h("label", {}, "Volume", h("input", {
      type: "range", min: 0, max: 1, step: 0.05, value: settings.volume,
      onchange: (/** @type {Event} */ event) => changeSettings({ volume: Number(/** @type {HTMLInputElement} */ (event.target).value) }),
    })),
    h("button", { type: "button", onclick: () => { void toggleTheme(); menu.open(); } }, theme() === "dark" ? "Theme: night" : "Theme: paper", h("kbd", {}, "N")),
    h("hr"),
    ...linksOf(game),
    h("button", { type: "button", onclick: () => { menu.close(); game.keysSheet.open(); } }, "All keys", h("kbd", {}, "?")),
    h("a", { href: "#/help" }, "Rules and scoring"),
    h("a", { href: "#/" }, "Leave to the menu"),
    game.view.you !== null && game.view.is_shared && !game.view.outcome && h("div", { class: "menu-acts" },
      askedTwice("Give up my seat", "For good? The others go on without you.", "Give up", async () => { await leaveGame(game.id); location.hash = "#/"; })),
  ]);
  return menu;
}

/** Links to seats that are free, for the host, and to one's own. @param {GamePage} game */
function linksOf({ id, view }) {
  const free = view.players.filter((player) => view.is_host && player.free).map(({ seat, name }) => ({ seat, name: wordFor(seat, name) }));
  return [
    free.length > 0 && h("details", { class: "links" }, h("summary", {}, "Links for the others"), linkMaker(id, free)),
    view.you !== null && h("details", { class: "links" }, h("summary", {}, "Play on another device"), linkMaker(id, [{ seat: view.you, name: "Your seat" }])),
  ];
}

export function makeKeysSheet() {
  /** @type {Sheet} */
  const sheet = new Sheet("keys", "All keys", () => [
    h("h2", {}, "All keys", toolButton("close", "Close", { onclick: () => sheet.close() })),
    h("dl", {}, KEYS.flatMap(([keys, words]) => [
      h("dt", {}, keys.flatMap((key, n) => (key === "…" ? " … " : [n && keys[n - 1] !== "…" ? " " : "", h("kbd", {}, key)]))), h("dd", {}, words)])),
  ]);
  return sheet;
}
