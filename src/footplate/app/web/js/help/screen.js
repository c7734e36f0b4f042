/** How to read the screen: a plan of it, the symbols, the states of routes and tickets. */

import { h, s } from "../dom.js";
import { figureIcon } from "../game/passengers.js";
import { houseIcon } from "../game/reserve.js";
import { cardFace, cardWord, emblem, longWord, statusIcon, LIVERY_NAMES } from "../pieces.js";

const PARTS = [
  ["top", "Banner", "Whose turn it is and what you may do. It turns red in the last round."],
  ["market", "Market", "The cards that lie face up, the deck, and the ticket pile. Click to take, or press the key in the corner."],
  ["map", "Map", "Point at a route to see what it costs and how you could pay. Click it to claim it."],
  ["hand", "Your hand", "Your cards by colour, always in the same places. Point at a stack to light the routes it can pay."],
  ["you", "Your trains", "One piece for every train that you have left."],
  ["players", "Players", "Points for routes, trains, cards and tickets of everybody. The lamp shows who is to move."],
  ["tickets", "Your tickets", "All at once, done ones ticked off. Point at one to see its cities and the way."],
  ["log", "Log", "What happened, newest first. Point at a claim to find it on the map."],
];

/** @type {Record<string, string>} */
const MARKS = {
  red: "disc", orange: "triangle", yellow: "star", green: "diamond", blue: "two bars", pink: "plus", white: "ring", black: "cross", locomotive: "wheel",
};
const LIVERY_MARKS = ["one line along", "two bands across", "a chevron", "three dots", "a lozenge"];

export function plan() {
  return h("div", { class: "screen-plan" },
    h("div", { class: "plan", "aria-hidden": "true" }, PARTS.map(([area], n) => h("span", { style: `grid-area:${area}` }, n + 1))),
    h("ol", { class: "plan-words" }, PARTS.map(([, name, words], n) => h("li", {}, h("span", { class: "disc-number", "aria-hidden": "true" }, n + 1), h("p", {}, h("b", {}, `${name}. `), words)))));
}

/** @param {readonly string[]} colors of the board @param {boolean} hasLocomotives */
export function symbols(colors, hasLocomotives) {
  const cards = hasLocomotives ? [...colors, "locomotive"] : colors;
  return h("ul", { class: "symbols" },
    cards.map((card) => h("li", {}, h("span", { class: "symbol-card" }, cardFace(card)), h("span", {}, h("b", {}, cardWord(card)), h("small", {}, MARKS[card])))),
    h("li", {}, h("span", { class: "symbol-card grey-card" }), h("span", {}, h("b", {}, "Grey route"), h("small", {}, "any one colour"))));
}

export function liveries() {
  return h("ul", { class: "symbols" }, LIVERY_NAMES.map((name, n) =>
    h("li", {}, emblem(n + 1, 48, 22), h("span", {}, h("b", {}, cardWord(name)), h("small", {}, LIVERY_MARKS[n])))));
}

/** @param {"free" | "claimed" | "fresh" | "closed" | "way" | "tunnel" | "ferry"} kind */
function stretch(kind) {
  const claimed = kind === "claimed" || kind === "fresh";
  const cars = [0, 1, 2].map((i) => {
    const x = 16 + i * 27;
    if (claimed) return s("g", {}, s("rect", { x, y: 7, width: 25, height: 11.6, rx: 3, fill: "var(--p4)", stroke: "var(--train-edge)", "stroke-width": 1.1 }),
      s("use", { href: "#livery-p4", x: x + 4, y: 9.4, width: 17, height: 6.8, style: "color:var(--p4-on)" }));
    const color = kind === "ferry" ? "grey" : "orange";
    const edge = kind === "tunnel" ? { "stroke-width": 2, "stroke-dasharray": "3 2" } : { "stroke-width": 0.9 };
    const slot = s("rect", { x, y: 8.4, width: 25, height: 8.8, rx: 1.8, fill: kind === "closed" ? "none" : `var(--${color})`, stroke: "var(--slot-edge)", ...edge });
    const symbol = kind === "ferry" ? (i === 0 ? "loco" : null) : color;
    if (kind === "closed") return s("g", {}, slot, s("path", { d: `M${x} 17.2L${x + 25} 8.4`, stroke: "var(--slot-edge)", "stroke-width": 0.9 }));
    return !symbol ? slot : s("g", {}, slot, s("use", { href: `#sym-${symbol}`, x: x + 9, y: 9.2, width: 7.4, height: 7.4, style: `color:var(--${color}-on)` }));
  });
  const glow = kind === "fresh" || kind === "way";
  return s("svg", { width: 112, height: 26, viewBox: "0 0 112 26", "aria-hidden": "true" },
    glow && s("path", { d: "M14 12.8H98", stroke: "var(--lamp-fill)", "stroke-width": 20, "stroke-linecap": "round", opacity: 0.9 }),
    s("path", { d: "M6 12.8H106", stroke: claimed ? "var(--p4)" : "var(--rail)", "stroke-width": claimed ? 2.6 : 1 }),
    s("g", { opacity: kind === "closed" ? "var(--closed-o)" : 1 }, cars),
    [6, 106].map((x) => s("circle", { cx: x, cy: 12.8, r: 4.7, fill: "var(--city)", stroke: "var(--city-ring)", "stroke-width": 1.6 })));
}

/** @param {import("../dom.js").Child[]} item */
const mapItem = ([drawing, words]) => h("li", {}, h("span", { class: "on-land" }, drawing), words);

/** A square dot with a point in it. */
const gate = () => s("svg", { width: 16, height: 16, viewBox: "-8 -8 16 16", "aria-hidden": "true" },
  s("rect", { x: -4.6, y: -4.6, width: 9.2, height: 9.2, rx: 1, fill: "var(--city)", stroke: "var(--city-ring)", "stroke-width": 1.6 }), s("circle", { r: 1.5, fill: "var(--city-ring)" }));

export function states() {
  return h("div", { class: "states" },
    h("ul", { class: "plain-list" },
      [[stretch("free"), "Free: printed flat, with the symbol of its colour."], [stretch("claimed"), "Claimed: enamelled, in its owner's livery."],
        [stretch("fresh"), "Claimed since your last turn, or pointed at: under the lamp."], [stretch("closed"), "Closed: the other track of a double route is taken."]]
        .map(mapItem)),
    h("ul", { class: "plain-list" },
      [[stretch("tunnel"), "Tunnel: after you pay, cards are turned up and may ask for more."], [stretch("ferry"), "Ferry: a space with a wheel needs a locomotive."],
        [houseIcon(4), "Station: it lends its owner one route into that city at the end."], [gate(), "Gate of a country: any gate of it will do for a ticket."],
        [figureIcon("yellow", 14), "Passenger: taken with a route that ends where it waits."]].map(mapItem)),
    h("ul", { class: "plain-list" },
      h("li", {}, statusIcon("open"), "Ticket open: how many trains are still to be laid stands beside it."),
      h("li", {}, statusIcon("done"), "Ticket done: it counts for you."),
      h("li", {}, longWord(), "Long ticket: it has bands above and below, too."),
      h("li", {}, statusIcon("dead"), "Ticket impossible: cut off, or not enough trains. It counts against you.")));
}
