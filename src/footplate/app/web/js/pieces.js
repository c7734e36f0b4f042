/** The pieces every page draws: cards, trains in their liveries, icons, and small words. */

import { h, s } from "./dom.js";

/** @typedef {import("./types").TicketView["state"]} TicketState */

const COLORS = ["red", "orange", "yellow", "green", "blue", "pink", "white", "black"];
const THIN = "\u2009";

/** A card's name in the style sheets and patterns: a locomotive is "loco". @param {string} card */
const cardKind = (card) => (card === "locomotive" ? "loco" : card);

/** @param {string} card */
export const cardWord = (card) => card[0].toUpperCase() + card.slice(1);

/** The style that gives an element a card's colours. @param {string} card */
export const cardStyle = (card) => `--card:var(--${cardKind(card)});--on:var(--${cardKind(card)}-on)`;

/** How the map of the page writes its cities: "Montréal" for "Montreal". @type {Map<string, string>} */
const spelling = new Map();

/** @param {import("./types").BoardFile} board that the page shows now */
export function spellCities({ cities, special }) {
  spelling.clear();
  for (const { name, label } of cities) spelling.set(name, label ?? name);
  for (const [country, gates] of Object.entries(special?.countries ?? {})) { // a gate is called by its country
    const word = spelled(gates[0]).replace(/\s+\d+$/, "");
    for (const place of [country, ...gates]) spelling.set(place, word);
  }
}

/** @param {string} name of a city */
export const spelled = (name) => spelling.get(name) ?? name;

/** Two cities: "Denver – Pittsburgh". @param {string} a @param {string} b */
export const pair = (a, b) => `${spelled(a)}${THIN}–${THIN}${spelled(b)}`;

/** Two cities in a sentence for a screen reader. @param {{ a: string, b: string }} ends */
export const fromTo = ({ a, b }) => `${spelled(a)} to ${spelled(b)}`;

/** Pairs of cities in a sentence of the server get their thin spaces. @param {string} words */
export const airy = (words) => words.replace(/(\S)–(\S)/g, `$1${THIN}–${THIN}$2`);

/** Points as the server's sentences write them: "57", "5.65". @param {number} n */
const pointsWord = (n) => (Number.isInteger(n) ? `${n}` : n.toFixed(2));

/** "+5", "−3", "0". @param {number} n */
export const signed = (n) => (n > 0 ? `+${pointsWord(n)}` : minus(n));

/** With a real minus. @param {number} n */
export const minus = (n) => (n < 0 ? `−${pointsWord(-n)}` : pointsWord(n));

/** Whether tickets are worth points: not in a race, nor where progress is rewarded. @param {import("./types").SeatSpecial} seat any at the table */
export const ticketsScore = ({ race, progress }) => race === null && progress === null;

/** Words that only screen readers get, between those that all can see. @param {string} words */
export const forReaders = (words) => h("span", { class: "for-readers" }, words);

/** @param {number} n @param {string} noun */
export const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** By name how many: each name as often as that. @param {Readonly<Record<string, number>>} counts */
export const listed = (counts) => Object.entries(counts).flatMap(([name, n]) => /** @type {string[]} */ (Array(n).fill(name)));

/** A share as "58 %". @param {number} share */
export const percent = (share) => `${Math.round(100 * share)}\u00a0%`;

/**
 * A card's face: ground, hatching, wagon, symbol, name.
 * @param {string} card
 * @returns {HTMLElement}
 */
export function cardFace(card) {
  const kind = cardKind(card);
  const isLoco = kind === "loco";
  const wagon = isLoco
    ? s("use", { href: "#wagon-loco", x: 21, y: 11, width: 66, height: 33 })
    : s("use", { href: `#wagon-${kind}`, x: 21, y: 12, width: 62, height: 31 });
  const drawing = s("svg", { viewBox: "0 0 104 60", "aria-hidden": "true" },
    wagon,
    !isLoco && s("use", { href: `#sym-${kind}`, x: 46, y: 19.6, width: 12, height: 12, style: "color:var(--card)" }),
    s("use", { href: `#sym-${kind}`, x: 7, y: 6.5, width: 11, height: 11 }),
    isLoco && strip());
  const ground = s("svg", { width: "100%", height: "100%", "aria-hidden": "true" },
    s("rect", { width: "100%", height: "100%", fill: `url(#hatch-${isLoco ? "white" : kind})`, opacity: 0.2 }));
  return h("span", { class: "card", style: cardStyle(card) }, ground, drawing,
    !isLoco && h("span", { class: "card-name", "aria-hidden": "true" }, cardWord(card)));
}

/** The strip of all colours at the foot of a locomotive. */
function strip() {
  const cells = COLORS.map((color, i) => s("rect", { x: 4 + i * 12, y: 50.5, width: 12, height: 5, fill: `var(--${color})` }));
  return s("g", {}, cells, s("rect", { x: 4, y: 50.5, width: 96, height: 5, fill: "none", stroke: "var(--loco-on)", "stroke-width": 0.6 }));
}

/** The place of a colour that one doesn't hold. @param {string} card @returns {HTMLElement} */
export function cardGhost(card) {
  const symbol = s("use", { href: `#sym-${cardKind(card)}`, x: 44, y: 17, width: 16, height: 16 });
  return h("span", { class: "card ghost" }, s("svg", { viewBox: "0 0 104 60", "aria-hidden": "true" }, symbol),
    h("span", { class: "card-name", "aria-hidden": "true" }, cardKind(card)));
}

/** The back of a train card. @returns {HTMLElement} */
export function cardBack() {
  return h("span", { class: "card back" },
    s("svg", { viewBox: "0 0 104 60", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { width: 104, height: 60, fill: "url(#hatch-green)", opacity: 0.22 }),
      s("rect", { x: 4, y: 4, width: 96, height: 52, rx: 3, fill: "none", stroke: "currentColor", opacity: 0.7 })));
}

/** The back of a ticket: paper with two enamel bands, those of long ones with a second line. @param {boolean} [long] @returns {HTMLElement} */
export function ticketBack(long = false) {
  return h("span", { class: "card ticket-back" },
    s("svg", { viewBox: "0 0 104 60", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { width: 104, height: 9, fill: "var(--enamel)" }),
      s("rect", { y: 51, width: 104, height: 9, fill: "var(--enamel)" }),
      s("path", { d: long ? "M0 11.5H104M0 15H104M0 45H104M0 48.5H104" : "M0 11.5H104M0 48.5H104", stroke: "var(--enamel-line)" })));
}

/** A small card with its symbol. @param {string} card @returns {HTMLElement} */
export function miniCard(card) {
  const symbol = s("use", { href: `#sym-${cardKind(card)}`, x: -5, y: -5, width: 10, height: 10 });
  return h("span", { class: "mini-card", style: cardStyle(card), "aria-hidden": "true" },
    s("svg", { viewBox: "-5 -5 10 10" }, symbol));
}

/**
 * A train in a player's livery.
 * @param {number} livery 1 to 5
 * @param {number} [width]
 * @param {number} [height]
 * @returns {SVGElement}
 */
export function emblem(livery, width = 30, height = 14) {
  return s("svg", { class: "emblem", width, height, viewBox: "-15 -7 30 14", "aria-hidden": "true" },
    s("rect", { x: -14.2, y: -6.2, width: 28.4, height: 12.4, rx: 3.2, fill: `var(--p${livery})`, stroke: "var(--train-edge)", "stroke-width": 1.2 }),
    s("use", { href: `#livery-p${livery}`, x: -12, y: -4.8, width: 24, height: 9.6, style: `color:var(--p${livery}-on)` }));
}

export const LIVERY_NAMES = ["carmine", "prussian", "gold", "teal", "violet"];

/** How a ticket stands: check, dashed ring or bar. @param {TicketState} state @returns {SVGElement} */
export function statusIcon(state) {
  const icon = s("svg", { class: `status ${state}`, viewBox: "0 0 18 18", "aria-hidden": "true" });
  if (state === "done") {
    icon.append(s("circle", { cx: 9, cy: 9, r: 8, fill: "var(--good)" }),
      s("path", { class: "check", d: "M5 9.3l2.7 2.7L13 6.6", fill: "none", stroke: "var(--panel-3)", "stroke-width": 2, pathLength: 1 }));
  } else if (state === "dead") {
    icon.append(s("circle", { cx: 9, cy: 9, r: 8, fill: "var(--signal)" }),
      s("path", { d: "M4.6 9h8.8", stroke: "var(--on-enamel)", "stroke-width": 2.4 }));
  } else {
    icon.append(s("circle", { cx: 9, cy: 9, r: 7.2, fill: "none", stroke: "var(--ink-2)", "stroke-width": 1.5, "stroke-dasharray": "3 2.65" }),
      s("circle", { cx: 9, cy: 9, r: 2, fill: "var(--ink-2)" }));
  }
  return icon;
}

/** A station in a player's colours, 18 x 16 round 0, 0. @param {number} livery 1 to 5 @returns {SVGElement} */
export function house(livery) {
  const part = (/** @type {string} */ name, /** @type {string} */ look) => s("use", { href: `#station-${name}`, x: -9, y: -8, width: 18, height: 16, class: look });
  return s("g", { class: "house", style: `--body:var(--p${livery});--on:var(--p${livery}-on)` }, part("wall", "house-halo"), part("platform", "house-halo"),
    part("wall", "house-wall"), part("platform", "house-platform"), s("use", { href: `#station-p${livery}`, x: -7, y: -2, width: 14, height: 7, class: "house-livery" }));
}

/** A passenger, 10 x 14 round 0, 0. @param {string} color @returns {SVGElement} */
export function figure(color) {
  return s("g", { class: "figure", style: cardStyle(color) }, s("use", { href: "#figure-passenger", x: -5, y: -7, width: 10, height: 14, class: "figure-body" }),
    s("use", { href: `#sym-${cardKind(color)}`, x: -2.9, y: -0.8, width: 5.8, height: 5.8, class: "figure-symbol" }));
}

/** The word on a long ticket. @returns {HTMLElement} */
export const longWord = () => h("span", { class: "long-word" }, "Long");

/** @type {Record<string, string[]>} */
const TOOLS = {
  search: ["M16.5 10.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0Z", "m15 15 5 5"],
  sound: ["M4 9.5v5h3.5l4.5 4v-13l-4.5 4Z", "M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"],
  silent: ["M4 9.5v5h3.5l4.5 4v-13l-4.5 4Z", "m16 9.5 5 5m0-5-5 5"],
  theme: ["M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10Z"],
  help: ["M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0Z", "M9.5 9.7a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.7M12 16.6v.2"],
  menu: ["M4.5 7h15M4.5 12h15M4.5 17h15"],
  bell: ["M6 16.5h12c-1.3-1.4-1.8-3-1.8-6a4.2 4.2 0 0 0-8.4 0c0 3-.5 4.6-1.8 6Z", "M10.3 19.5h3.4"],
  cards: ["M6 4.5h12v15H6Z"],
  ticket: ["M4 7.5h16v3a1.6 1.6 0 0 0 0 3.2v3H4v-3a1.6 1.6 0 0 0 0-3.2Z"],
  log: ["M9 6.5h10.5M9 12h10.5M9 17.5h10.5M4.8 6.5h.4M4.8 12h.4M4.8 17.5h.4"],
  talk: ["M4.5 5.5h15v10h-9l-4 3.5v-3.5h-2Z"],
  plus: ["M12 6v12M6 12h12"],
  less: ["M6 12h12"],
  fit: ["M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4"],
  close: ["m6 6 12 12M18 6 6 18"],
  eye: ["M2.5 12q4-6.5 9.5-6.5t9.5 6.5q-4 6.5-9.5 6.5T2.5 12Z", "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z"],
  again: ["M6 8a7.5 7.5 0 1 1-1.5 6", "M6 3.5V8h4.5"],
};

/** A line drawing for a button. @param {string} name @returns {SVGElement} */
export function toolIcon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, TOOLS[name].map((d) => s("path", { d })));
}

/** The sign of who cheats: an eye and the word. @returns {HTMLElement} */
export const cheatSign = () => h("span", { class: "tag cheats" }, toolIcon("eye"), "cheats");

/**
 * A square button with a drawing; `label` is its name and its tooltip.
 * @param {string} name
 * @param {string} label
 * @param {import("./dom.js").Attributes} [attributes]
 * @returns {HTMLElement}
 */
export function toolButton(name, label, attributes = {}) {
  return h("button", { type: "button", class: "tool", "aria-label": label, title: label, ...attributes }, toolIcon(name));
}

/**
 * One piece per train in a row; used ones shrink to dashes.
 * @param {number} livery
 * @param {number} total
 * @param {number} left
 * @param {number} [before] how many were left until now: the difference shrinks before one's eyes
 * @returns {SVGElement}
 */
export function trainRow(livery, total, left, before = left) {
  const [step, width] = total > 20 ? [5, 3.8] : [11, 9];
  const pieces = Array.from({ length: total }, (_, i) => i < left
    ? s("rect", { class: "piece", x: i * step + 0.3, y: 0.6, width, height: 7.6, rx: 1, fill: `var(--p${livery})`, stroke: "var(--train-edge)", "stroke-width": 0.5 })
    : s("rect", { class: i < before ? "piece used new" : "piece used", x: i * step + 0.6, y: 3.6, width: width - 0.6, height: 1.6, rx: 0.8, fill: "var(--rule)" }));
  return s("svg", { class: "train-row", viewBox: `0 0 ${total * step} 9`, preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" }, pieces);
}

/**
 * A player's pile of trains in rows; used ones stay as outlines.
 * @param {number} livery
 * @param {number} total
 * @param {number} left
 * @returns {SVGElement}
 */
export function trainPile(livery, total, left) {
  const many = total > 20;
  const perRow = many ? 9 : 5;
  const [stepX, stepY, width, height] = many ? [11.2, 7.4, 9.4, 5] : [20, 10, 17, 7];
  const pieces = Array.from({ length: total }, (_, i) => s("rect", {
    x: (i % perRow) * stepX + 0.5, y: Math.floor(i / perRow) * stepY + 0.5, width, height, rx: 1.3,
    fill: i < left ? `var(--p${livery})` : "none",
    stroke: i < left ? "var(--train-edge)" : "var(--rule)", "stroke-width": i < left ? 0.7 : 0.8,
  }));
  return s("svg", { class: "train-pile", viewBox: "0 0 101 38", preserveAspectRatio: "xMinYMin meet", "aria-hidden": "true" }, pieces);
}
