/** The menu: leave, take back, sound, theme; and the list of all keys. */

import { fill, h } from "../dom.js";
import { linkMaker, wordFor } from "../links.js";
import { askedTwice } from "../pages/frame.js";
import { toolButton } from "../pieces.js";
import { leaveGame } from "../seats.js";
import { changeSettings, settings, toggleSound, toggleTheme } from "../settings.js";

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
  [["Y"], "Say: then 1 to 8, to those who play with you"],
  [["R"], "Review, when the game is over"],
  [["N"], "Night or paper"],
  [["M"], "Sound on or off"],
  [["?"], "All keys"],
  [["Escape"], "Close, step back"],
];

/** A panel that stands over the page while it is open. */
export class Sheet {
  /** @param {string} kind its class @param {string} label */
  constructor(kind, label) {
    this.element = h("div", { class: `sheet ${kind}`, role: "dialog", "aria-label": label, hidden: true, tabindex: -1 });
    /** @type {Element | null} what had the focus before */
    this.back = null;
  }

  /** Open it, draw it anew, or close it. @param {Content | null} content */
  update(content) {
    const hadFocus = this.element.contains(document.activeElement);
    if (this.element.hidden) this.back = document.activeElement;
    this.element.hidden = content === null;
    if (content) {
      fill(this.element, ...content);
      /** @type {HTMLElement} */ (this.element.querySelector("button:not(:disabled), a, input") ?? this.element).focus();
    } else if (hadFocus) {
      /** @type {HTMLElement | null} */ (this.back)?.focus?.();
    }
  }
}

/** @typedef {(import("../dom.js").Child | import("../dom.js").Child[])[]} Content */
/** @typedef {import("./actions.js").Actions} Actions */

/**
 * @param {Pick<import("./state.js").State, "id" | "view" | "sound" | "theme">} shown
 * @param {Pick<Actions, "undo" | "toggle">} actions
 * @returns {Content}
 */
export const menuContent = ({ id, view, sound, theme }, actions) => [
  h("button", { type: "button", disabled: !view.can_undo, onclick: () => { actions.toggle("menu"); actions.undo(); } }, "Take back my last action"),
  h("hr"),
  h("button", { type: "button", "aria-pressed": `${sound}`, onclick: toggleSound }, sound ? "Sound: on" : "Sound: off", h("kbd", {}, "M")),
  h("label", {}, "Volume", h("input", {
    type: "range", min: 0, max: 1, step: 0.05, value: settings.volume,
    onchange: (/** @type {Event} */ event) => changeSettings({ volume: Number(/** @type {HTMLInputElement} */ (event.target).value) }),
  })),
  h("button", { type: "button", "aria-pressed": `${Boolean(settings.music)}`, onclick: () => changeSettings({ music: !settings.music }) }, settings.music ? "Music: on" : "Music: off"),
  h("button", { type: "button", onclick: toggleTheme }, theme === "dark" ? "Theme: night" : "Theme: paper", h("kbd", {}, "N")),
  h("hr"),
  ...linksOf(id, view),
  h("button", { type: "button", onclick: () => { actions.toggle("menu"); actions.toggle("keys"); } }, "All keys", h("kbd", {}, "?")),
  h("a", { href: "#/settings" }, "Settings"),
  view.is_host && view.is_shared && !view.outcome && h("a", { href: `#/host/${id}` }, "Host this table"),
  h("a", { href: "#/help" }, "Rules and scoring"),
  h("a", { href: "#/" }, "Leave to the menu"),
  view.you !== null && view.is_shared && !view.outcome && h("div", { class: "menu-acts" },
    askedTwice("Give up my seat", "For good? The others go on without you.", "Give up", async () => { await leaveGame(id); location.hash = "#/"; })),
];

/** Links to seats that are free, for the host, and to one's own. @param {string} id of the game @param {import("../types").View} view */
function linksOf(id, view) {
  const free = view.players.filter((player) => view.is_host && player.free).map(({ seat, name }) => ({ seat, name: wordFor(seat, name) }));
  return [
    free.length > 0 && h("details", { class: "links" }, h("summary", {}, "Links for the others"), linkMaker(id, free)),
    view.you !== null && !view.study && h("details", { class: "links" }, h("summary", {}, "Play on another device"), linkMaker(id, [{ seat: view.you, name: "Your seat" }])),
  ];
}

/** All keys, and the way to the practice and back. @param {Pick<Actions, "toggle" | "state">} actions @returns {Content} */
export const keysContent = (actions) => [
  h("h2", {}, "All keys", toolButton("close", "Close", { onclick: () => actions.toggle("keys") })),
  h("p", {}, h("a", { class: "text-link", href: `#/practice/${actions.state.id}` }, "Practise the first turns; this game waits")),
  h("dl", {}, KEYS.flatMap(([keys, words]) => [
    h("dt", {}, keys.flatMap((key, n) => (key === "…" ? " … " : [n && keys[n - 1] !== "…" ? " " : "", h("kbd", {}, key)]))), h("dd", {}, words)])),
];
