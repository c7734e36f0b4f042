/** Your tickets, all at once: how each stands; pointing at one shows its way and its cities on the map. */

import { fill, h, set } from "../dom.js";
import { fromTo, longWord, pair, spelled, statusIcon } from "../pieces.js";
import { roving } from "./roving.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").TicketView} TicketView */
/** @typedef {import("./page.js").GamePage} GamePage */

const SEGMENTS = 10;
const STATE_WORDS = { open: "open", done: "done", dead: "impossible" };

export class Tickets {
  /** @param {GamePage} game */
  constructor(game) {
    this.game = game;
    this.done = h("span");
    this.list = h("div", { class: "ticket-list" });
    this.element = h("section", { class: "panel tickets", "aria-label": "Your tickets" }, h("h2", {}, "Your tickets", this.done), this.list);
    /** @type {HTMLElement[]} */
    this.rows = [];
    /** @type {string[]} */
    this.states = [];
    this.settle = roving(this.list, "button");
  }

  /** @param {View} view */
  update(view) {
    fill(this.done, `${view.tickets.filter((ticket) => ticket.state === "done").length} of ${view.tickets.length} done`);
    while (this.rows.length > view.tickets.length) this.rows.pop()?.remove();
    while (this.rows.length < view.tickets.length) this.add(this.rows.length);
    view.tickets.forEach((ticket, n) => this.show(ticket, n));
    this.states = view.tickets.map((ticket) => ticket.state);
    this.fit();
    this.settle();
  }

  /** @param {number} n */
  add(n) {
    const light = (/** @type {number | null} */ lit) => () => this.game.look({ ticket: lit });
    const row = h("button", {
      type: "button", onpointermove: light(n), onpointerleave: light(null), onfocus: light(n), onblur: light(null), onclick: () => this.game.showOnMap({ ticket: n }),
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
      class: `ticket ${ticket.state}${ticket.long ? " is-long" : ""}${justDone ? " just-done" : ""}`,
      title: n < 9 ? `Shift+${n + 1}` : null,
    });
    fill(row, statusIcon(ticket.state),
      h("span", {}, h("span", { class: "ticket-name" }, pair(ticket.a, ticket.b)), " ", h("span", { class: "ticket-state" }, ticket.state === "open" && progress(ticket), ticket.reason, ticket.long && longWord())),
      h("span", { class: ticket.reason.length > 14 ? "worth long" : "worth" }, sign, ticket.points,
        h("span", { class: "for-readers" }, ` points, ${STATE_WORDS[ticket.state]} `),
        h("small", {}, ticket.state === "done" ? "" : ticket.reason, ticket.long && longWord())));
    this.name(row, ticket);
  }

  /** A pair of names that doesn't fit takes two lines; with many tickets the open ones come first. */
  fit() {
    const tickets = this.game.view.tickets;
    this.rows.forEach((row, n) => {
      const name = /** @type {HTMLElement} */ (row.querySelector(".ticket-name"));
      row.classList.remove("two");
      fill(name, pair(tickets[n].a, tickets[n].b));
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
    this.rows.forEach((row, n) => this.name(row, this.game.view.tickets[n]));
    this.fit();
  }

  /** An icon alone needs a name. @param {HTMLElement} row @param {TicketView} ticket */
  name(row, ticket) {
    const folded = this.element.classList.contains("folded");
    set(row, { "aria-label": folded ? `${ticket.long ? "long ticket, " : ""}${fromTo(ticket)}, ${ticket.points} points, ${ticket.reason}` : null });
  }
}

/** @param {TicketView} ticket */
function progress({ total, trains_needed: needed }) {
  if (total === null || needed === null || total === 0) return null;
  const cells = Math.min(SEGMENTS, total);
  return h("span", { class: "progress", "aria-hidden": "true" },
    Array.from({ length: cells }, (_, i) => h("i", { class: (i + 1) / cells <= (total - needed) / total + 1e-6 ? "laid" : "" })));
}
