/** Tickets on offer: they lie in the dock, never over the map; the letters stand on the map as well. */

import { fill, h, s, set } from "../dom.js";
import { forReaders, longWord, plural, spelled } from "../pieces.js";
import { handCounts } from "./hand.js";
import { LETTERS } from "./state.js";
import { FEW_GOALS, shortened } from "./tickets.js";

/** @typedef {import("../types").TicketView} TicketView */

const MOST_ABREAST = 3; // more tickets lie in two rows
const NUMBERS = ["none", "one", "two", "three", "four", "five"];

export class Tray {
  /** @param {readonly string[]} cards of the hand @param {Pick<import("./actions.js").Actions, "look" | "toggleTicket" | "keepTickets">} actions */
  constructor(cards, actions) {
    this.cards = cards;
    this.actions = actions;
    this.offered = "";
    this.words = h("p", { id: "tray-words" });
    this.button = h("button", { type: "button", class: "btn", onclick: () => actions.keepTickets() });
    this.choices = h("div", { class: "choices", role: "group", "aria-label": "Tickets on offer" });
    this.hand = h("div", { class: "tray-hand" });
    this.element = h("section", { class: "panel tray", "aria-label": "Choose tickets", hidden: true },
      h("div", { class: "tray-words" }, h("div", {}, h("b", {}, "Choose tickets"), this.words), this.button), this.choices, this.hand);
    /** @type {HTMLElement[]} */
    this.buttons = [];
  }

  /** One ticks what one keeps. @param {Pick<import("./state.js").State, "view" | "kept">} shown */
  update({ view: { version, offer, must_keep: least, hand }, kept }) {
    const offered = offer.length ? `${version} ${offer.map((ticket) => `${ticket.a}-${ticket.b}`).join(" ")}` : "";
    this.element.hidden = offered === "";
    if (offered && offered !== this.offered) this.open(offer);
    this.offered = offered;
    if (!offered) return;
    const enough = kept.size >= least;
    fill(this.hand, handCounts(this.cards, hand));
    fill(this.words, `Keep at least ${NUMBERS[least] ?? least}.`);
    fill(this.button, enough ? `Keep ${plural(kept.size, "ticket")}` : `Keep at least ${least}`);
    set(this.button, { "aria-disabled": enough ? null : "true" });
    this.buttons.forEach((button, n) => {
      set(button, { "aria-checked": `${kept.has(n)}` });
      const tick = /** @type {Element} */ (button.querySelector(".tick"));
      fill(tick, kept.has(n) && s("svg", { width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" },
        s("path", { d: "M2 6.3l2.7 2.7L10 3.3", fill: "none", stroke: "currentColor", "stroke-width": 2 })));
    });
  }

  /** @param {readonly TicketView[]} offer */
  open(offer) {
    this.buttons = offer.map((ticket, n) => this.choice(ticket, n));
    fill(this.choices, this.buttons);
    const isMany = offer.length > MOST_ABREAST;
    this.choices.classList.toggle("many", isMany);
    this.element.classList.toggle("crowded", isMany || offer.some(({ goals }) => goals.length > 0));
    this.choices.style.setProperty("--columns", `${Math.ceil(offer.length / 2)}`);
  }

  /** @param {TicketView} ticket @param {number} n */
  choice(ticket, n) {
    const laid = ticket.total === null || ticket.trains_needed === null ? 0 : ticket.total - ticket.trains_needed;
    const state = `${ticket.reason}${laid > 0 && ticket.state === "open" ? `, ${laid} laid` : ""}`;
    const light = (/** @type {number | null} */ lit) => () => this.actions.look({ offer: lit });
    return h("button", {
      type: "button", class: `choice${ticket.long ? " is-long" : ""}${ticket.goals.length ? " to-countries" : ""}`, role: "checkbox", "aria-keyshortcuts": LETTERS[n],
      "aria-description": ticket.missed || null,
      onclick: () => this.actions.toggleTicket(n), onpointermove: light(n), onpointerleave: light(null), onfocus: light(n), onblur: light(null),
    },
    h("span", { class: "letter" }, LETTERS[n]), forReaders(": "), h("span", { class: "tick" }),
    ...(ticket.goals.length ? countryChoice(ticket)
      : [h("span", { class: "cities" }, h("span", {}, spelled(ticket.a)), h("span", {}, forReaders(" to "), spelled(ticket.b))), forReaders(", "),
        h("span", { class: "foot" }, h("span", {}, ticket.long && longWord(), ticket.long && " ", state), forReaders(", "), h("b", {}, ticket.points, forReaders(" points")))]));
  }

  /** @param {number | null} n */
  light(n) {
    this.buttons.forEach((button, i) => button.classList.toggle("lit", i === n));
  }
}

/** A column for each country, and what is lost without any. @param {TicketView} ticket */
function countryChoice({ title, goals, missed }) {
  return [h("span", { class: "cities" }, h("span", {}, title)), forReaders(": "),
    h("span", { class: "columns" }, goals.map(({ place, points, reached }) => h("span", { class: reached ? "reached" : "" }, countryName(spelled(place), goals.length > FEW_GOALS),
      forReaders(" "), h("b", { class: "num" }, points, reached && " ✓"), forReaders(reached ? ", reached, " : ", ")))),
    h("span", { class: "foot", "aria-hidden": "true" }, h("span", {}, missed))];
}

/** Shortened where there are many, but read in full. @param {string} name @param {boolean} isShort */
function countryName(name, isShort) {
  const shown = isShort ? shortened(name) : name;
  return h("small", { title: name }, shown === name ? name : [h("span", { "aria-hidden": "true" }, shown), forReaders(name)]);
}
