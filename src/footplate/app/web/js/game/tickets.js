/** Your tickets, all at once: how each stands; pointing at one shows its way and its cities on the map. */

import { fill, h, s, set } from "../dom.js";
import { fromTo, longWord, pair, spelled, statusIcon, ticketsScore } from "../pieces.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").TicketView} TicketView */

const SEGMENTS = 10;
export const FEW_GOALS = 3; // more countries have shortened names
const STATE_WORDS = { open: "open", done: "done", dead: "impossible" };

export class Tickets {
  /** @param {View} view the first one @param {Pick<import("./actions.js").Actions, "look" | "showOnMap" | "drawTickets">} actions @param {import("./tip.js").Tip} tip */
  constructor(view, actions, tip) {
    this.view = view;
    this.actions = actions;
    this.done = h("span");
    this.list = h("div", { class: "ticket-list" });
    this.swap = h("button", { type: "button", class: "btn ghost small swap", "aria-keyshortcuts": "T", hidden: true, onclick: () => actions.drawTickets() }, "Swap both tickets");
    tip.attach(this.swap, () => this.view.why_not.swap, () => this.view.good_for.swap);
    this.element = h("section", { class: "panel tickets", "aria-label": "Your tickets" }, h("h2", {}, "Your tickets", this.done), this.list, this.swap);
    /** @type {HTMLElement[]} */
    this.rows = [];
    /** @type {string[]} */
    this.states = [];
    this.settle = roving(this.list, "button");
  }

  /** @param {View} view */
  update(view) {
    this.view = view;
    const done = view.tickets.filter((ticket) => ticket.state === "done").length;
    fill(this.done, view.players[0].race ? "" : `${done} of ${view.tickets.length} done`);
    while (this.rows.length > view.tickets.length) this.rows.pop()?.remove();
    while (this.rows.length < view.tickets.length) this.add(this.rows.length);
    view.tickets.forEach((ticket, n) => this.show(ticket, n));
    this.states = view.tickets.map((ticket) => ticket.state);
    this.element.classList.toggle("no-points", !ticketsScore(view.players[0]));
    this.swap.hidden = !view.players[0].race || view.you === null;
    set(this.swap, { "aria-disabled": view.legal.swap === null ? "true" : null });
    this.settle();
  }

  /** @param {number} n */
  add(n) {
    const light = (/** @type {number | null} */ lit) => () => this.actions.look({ ticket: lit });
    const row = h("button", {
      type: "button", onpointermove: light(n), onpointerleave: light(null), onfocus: light(n), onblur: light(null), onclick: () => this.actions.showOnMap({ ticket: n }),
    });
    this.rows.push(row);
    this.list.append(row);
  }

  /** @param {TicketView} ticket @param {number} n */
  show(ticket, n) {
    const sign = { open: "", done: "+", dead: "−" }[ticket.state];
    const row = this.rows[n];
    const justDone = ticket.state === "done" && this.states[n] === "open";
    set(row, {
      class: `ticket ${ticket.state}${justDone ? " just-done" : ""}${ticket.long ? " is-long" : ""}${ticket.goals.length ? " to-countries" : ""}`,
      title: n < 9 ? `Shift+${n + 1}` : null,
    });
    fill(row, statusIcon(ticket.state),
      h("span", {}, ticket.long && h("span", { class: "for-readers" }, "long ticket "), h("span", { class: "ticket-name" }, ticket.title || pair(ticket.a, ticket.b)), " ",
        ticket.goals.length > 0 && goalList(ticket), ticketState(ticket)),
      waysIcon(ticket.second?.done ?? null),
      h("span", { class: ticket.reason.length > 14 ? "worth long" : "worth" }, sign, ticket.points,
        h("span", { class: "for-readers" }, ` points, ${STATE_WORDS[ticket.state]} `),
        h("small", {}, ticket.state === "done" ? "" : ticket.reason, ticket.long && longWord())));
    this.name(row, ticket);
  }

  /** A pair of names that doesn't fit takes two lines; with many tickets the open ones come first. */
  fit() {
    const { tickets } = this.view;
    this.rows.forEach((row, n) => {
      const name = /** @type {HTMLElement} */ (row.querySelector(".ticket-name"));
      row.classList.remove("two");
      fill(name, tickets[n].title || pair(tickets[n].a, tickets[n].b));
      if (tickets[n].goals.length) return;
      if (name.scrollWidth <= name.clientWidth || this.element.classList.contains("folded")) return;
      row.classList.add("two");
      fill(name, h("span", {}, `${spelled(tickets[n].a)} –`), h("span", {}, spelled(tickets[n].b)));
    });
    this.list.classList.toggle("crowded", this.list.scrollHeight > this.list.clientHeight + 2);
  }

  /** @param {number | null} n */
  light(n) {
    this.rows.forEach((row, i) => row.classList.toggle("lit", i === n));
  }

  /** One line of icons, while the search has the room. @param {boolean} folded */
  fold(folded) {
    this.element.classList.toggle("folded", folded);
    this.rows.forEach((row, n) => this.name(row, this.view.tickets[n]));
  }

  /** An icon alone needs a name. @param {HTMLElement} row @param {TicketView} ticket */
  name(row, ticket) {
    const folded = this.element.classList.contains("folded");
    const name = `${ticket.long ? "long ticket, " : ""}${ticket.title || fromTo(ticket)}`;
    const worth = ticketsScore(this.view.players[0]) ? `, ${ticket.points} points` : "";
    set(row, { "aria-label": folded ? `${name}${worth}, ${ticket.reason}` : null });
  }
}

/** @param {TicketView} ticket */
function ticketState(ticket) {
  const bar = ticket.state === "open" && !ticket.goals.length && progress(ticket);
  return h("span", { class: "ticket-state" }, bar, ticket.second ? ticket.second.words : ticket.reason, ticket.long && longWord());
}

/** Countries and what each is worth; those that are reached have a check. @param {TicketView} ticket */
function goalList({ goals }) {
  return h("span", { class: "goals" }, goals.map(({ place, points, reached }) =>
    h("span", { class: reached ? "reached" : "" }, h("span", { title: spelled(place) }, goals.length > FEW_GOALS ? shortened(spelled(place)) : spelled(place)), " ", h("b", { class: "num" }, points), reached && " ✓")));
}

/** "Deutschl.", "Österr.": up to a vowel, where four names have to stand in a line. @param {string} name */
export const shortened = (name) => (name.length > 8 ? `${/^.{4,7}[^aeiouäöü](?=[aeiouäöü])/.exec(name)?.[0] ?? name.slice(0, 7)}.` : name);

/** Two arcs on a done ticket where a second way counts; the lower one is broken while it is missing. @param {boolean | null} twoWays */
export function waysIcon(twoWays) {
  if (twoWays === null) return null;
  return s("svg", { class: "ways-icon", width: 30, height: 16, viewBox: "0 0 30 16", "aria-hidden": "true" }, s("path", { d: "M4 8Q15-2 26 8" }),
    s("path", { d: "M4 8Q15 18 26 8", class: twoWays ? null : "missing" }), [4, 26].map((x) => s("circle", { cx: x, cy: 8, r: 2.6 })));
}

/** @param {TicketView} ticket */
function progress({ total, trains_needed: needed }) {
  if (total === null || needed === null || total === 0) return null;
  const cells = Math.min(SEGMENTS, total);
  return h("span", { class: "progress", "aria-hidden": "true" },
    Array.from({ length: cells }, (_, i) => h("i", { class: (i + 1) / cells <= (total - needed) / total + 1e-6 ? "laid" : "" })));
}
