/** The end of the game: the result, where every point comes from, the lead over time, and what to do next. */

import { fill, h } from "../dom.js";
import { get } from "../net.js";
import { airy, emblem, minus, pair, plural, signed, statusIcon, ticketsScore } from "../pieces.js";
import { drawLead, leadChanges } from "./chart.js";
import { Questions, isPage } from "./questions.js";

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Outcome} Outcome */
/** @typedef {import("../types").OutcomeRow} OutcomeRow */

const MOST_NAMED = 2; // open tickets in the note

export class Result {
  /** @param {string} id of the game @param {Pick<import("./actions.js").Actions, "look" | "playAgain" | "saveRecord">} actions */
  constructor(id, actions) {
    this.id = id;
    this.actions = actions;
    this.element = h("section", { class: "panel result", "aria-label": "Result", hidden: true });
    this.shown = "";
    this.next = h("div", { class: "next" });
    this.questions = new Questions(id);
    /** @type {string | null} the game after this one */
    this.following = null;
  }

  /** @param {Pick<import("./state.js").State, "view" | "ceremony">} shown */
  update({ view, ceremony }) {
    this.element.hidden = !view.outcome || ceremony;
    if (ceremony) return;
    const key = view.outcome ? `${view.version}` : "";
    if (view.outcome && key !== this.shown) {
      this.paint(view, view.outcome);
      if (!view.study) get(`/api/games/${encodeURIComponent(this.id)}/review`).catch(() => {}); // so that the review is under way when somebody looks
    }
    if (view.outcome && (key !== this.shown || view.next !== this.following)) this.paintButtons(view);
    this.shown = key;
    this.following = view.next;
  }

  /** Where the columns don't fit beside the names, names get lines of their own. */
  fit() {
    const body = this.scores?.parentElement;
    if (!this.scores || !body) return;
    this.scores.classList.remove("stacked");
    this.scores.classList.toggle("stacked", body.scrollWidth > body.clientWidth);
  }

  /** @param {View} view @param {Outcome} outcome */
  paint(view, outcome) {
    const rows = ranked(outcome);
    this.scores = this.table(view, outcome, rows);
    this.chart = h("div", { class: "chart", hidden: view.study }, h("span", { class: "caps" }, "Lead over time"));
    fill(this.element, h("div", { class: "result-body" },
      h("header", {}, h("span", { class: "caps" }, "End of the line"), h("h1", { tabindex: -1 }, outcome.title), h("p", {}, outcome.what_decided)),
      this.scores, this.chart, view.study ? this.questions.element : this.notes(view, outcome)), view.study ? this.questions.next : this.next);
    if (view.study) this.askHow();
    else requestAnimationFrame(() => this.drawChart(view, outcome, rows));
  }

  /** Ask how a game of a study was: here, or on a page of its own. */
  askHow() {
    if (isPage()) fill(this.questions.next, h("a", { class: "btn", href: `#/questions/${this.id}` }, "How was this game?"));
    else void this.questions.ask();
  }

  /** @param {View} view @param {Outcome} outcome @param {readonly OutcomeRow[]} rows */
  drawChart(view, outcome, rows) {
    const { clientWidth = 0, clientHeight = 0 } = this.chart ?? {};
    const series = rows.map((row) => ({
      name: view.players[row.seat].name, livery: view.players[row.seat].livery, points: outcome.lead.map((points) => points[row.seat]), total: row.total,
    }));
    this.chart?.querySelector("svg")?.remove();
    this.chart?.append(drawLead(series, Math.max(280, clientWidth), Math.max(150, clientHeight - 16), outcome.race));
  }

  /** @param {View} view @param {Outcome} outcome @param {readonly OutcomeRow[]} rows */
  table(view, outcome, rows) {
    const { columns } = rows[0];
    const total = outcome.race === null ? "Total" : `Of ${outcome.race}`;
    const title = (/** @type {string} */ words) => h("th", { scope: "col", role: "columnheader" }, words);
    const unseen = (/** @type {string} */ words) => h("th", { scope: "col", role: "columnheader", class: "unseen" }, h("span", { class: "for-readers" }, words));
    const head = h("tr", { role: "row" }, unseen("Rank"), unseen("Player"), columns.map((column) => title(column.title)), title(total));
    return h("table", { role: "table", style: `--columns:${columns.length + 1}` }, h("thead", { role: "rowgroup" }, head), // roles: narrow rows are no table rows to the browser
      h("tbody", { role: "rowgroup" }, rows.flatMap((row, n) => this.rowPair(view, outcome, row, n))));
  }

  /** @param {View} view @param {Outcome} outcome @param {OutcomeRow} row @param {number} n */
  rowPair(view, outcome, row, n) {
    const { name, livery } = view.players[row.seat];
    const tickets = h("tr", { class: "ticket-row", role: "row", hidden: true }, h("td", { role: "cell", colspan: row.columns.length + 3 }, this.ticketsOf(row, ticketsScore(view.players[0]))));
    const toggle = h("button", {
      type: "button", class: "who", "aria-expanded": "false", title: "Show the tickets",
      onclick: () => { tickets.hidden = !tickets.hidden; toggle.setAttribute("aria-expanded", `${!tickets.hidden}`); this.drawChart(view, outcome, ranked(outcome)); },
    }, emblem(livery, 26, 12), h("b", {}, name));
    return [h("tr", { class: outcome.winners.includes(row.seat) ? "points winner" : "points", role: "row" }, cell("rank", `${n + 1}`), cell("whose", toggle),
      row.columns.map(pointsCell), cell("total", minus(row.total))), tickets];
  }

  /** @param {OutcomeRow} row @param {boolean} score whether tickets are worth points */
  ticketsOf(row, score) {
    if (!row.tickets.length && !row.notes.length) return h("span", { class: "muted" }, "No tickets.");
    const light = (/** @type {readonly string[]} */ shown) => () => this.actions.look({ shown });
    const notes = row.notes.map((note) => h("p", { class: "final-note" }, airy(note)));
    return h("div", {}, notes, h("ul", { class: "final-tickets" }, row.tickets.map((ticket) => h("li", {
      tabindex: 0, onpointerenter: light([ticket.a, ticket.b]), onpointerleave: light([]), onfocus: light([ticket.a, ticket.b]), onblur: light([]),
    }, statusIcon(ticket.done ? "done" : "dead"), h("span", {}, ticket.title || pair(ticket.a, ticket.b), !ticket.done && h("small", {}, airy(ticket.fate))), score && h("b", { class: "num" }, signed(ticket.done ? ticket.points : -ticket.points))))));
  }

  /** What became of your tickets, and how the adaptive opponent did. @param {View} view @param {Outcome} outcome */
  notes(view, outcome) {
    const { adaptive } = outcome;
    const mine = view.here.length > 1 ? undefined : outcome.rows.find((row) => row.seat === view.you); // at a shared screen "you" would be several
    const changes = leadChanges(outcome.lead);
    const changed = changes === 0 ? "The lead never changed." : `The lead changed ${["", "once", "twice"][changes] ?? `${changes} times`}.`;
    return h("div", { class: "notes" },
      mine && h("div", {}, h("h2", { class: "caps" }, "Tickets"), h("p", {}, outcome.race === null ? ticketWords(mine) : raceWords(mine))),
      h("div", {}, h("h2", { class: "caps" }, adaptive ? view.players[adaptive.seat].name : "The game"),
        h("p", {}, adaptive && `${adaptive.words} `, outcome.why_ended && `${outcome.why_ended} `, changed, outcome.unrated && ` Not rated: ${outcome.unrated}.`)));
  }

  /** @param {View} view */
  paintButtons(view) {
    fill(this.next,
      view.next && view.you !== null && view.is_shared && h("p", { class: "hint", role: "status" }, "The same table is set up again. The others find it among their games."),
      view.practice && h("a", { class: "btn", href: `#/review/${view.practice.origin}` }, "Back to the review"),
      view.you !== null && !view.practice && h("button", { type: "button", class: "btn", onclick: () => this.actions.playAgain() }, view.next && view.is_shared ? "Go to the next game" : "Play again"),
      h("a", { class: "btn ghost", href: `#/review/${this.id}`, title: "Review (R)", "aria-keyshortcuts": "R" }, "Review"),
      h("a", { class: "btn ghost", href: `#/replay/${this.id}` }, "Replay"),
      h("button", { type: "button", class: "btn ghost", onclick: () => this.actions.saveRecord() }, "Save record"),
      h("a", { class: "btn ghost", href: "#/" }, "Menu"));
  }
}

/** The rows, winners first. @param {Outcome} outcome */
function ranked({ rows, winners }) {
  const won = (/** @type {OutcomeRow} */ row) => Number(winners.includes(row.seat));
  return [...rows].sort((a, b) => won(b) - won(a) || b.total - a.total);
}

/** @param {string} kind @param {import("../dom.js").Child} content */
const cell = (kind, content) => h("td", { class: kind, role: "cell" }, content);

/** How the points of a source are written: as they are, gained, lost, or a bonus that one has or not. @type {Record<import("../types").Source, "" | "good" | "bad" | "bonus">} */
const LOOKS = {
  routes: "", race_tickets: "", progress: "", tickets_done: "good", tickets_open: "bad", decay: "bad", longest_path: "bonus", globetrotter: "bonus",
  attractions: "bonus", stations: "bonus", districts: "bonus", grand_tour: "bonus", passengers: "bonus", coast_to_coast: "bonus",
};

/** @param {import("../types").Column} column */
function pointsCell({ source, points }) {
  const look = LOOKS[source];
  if (look === "bonus") return cell("", points ? signed(points) : "·");
  return cell(look === "bad" && !points ? "" : look, look ? signed(points) : minus(points));
}

/** "You finished 5 tickets and linked the coasts." @param {OutcomeRow} row */
function raceWords({ columns }) {
  const [tickets, coasts] = columns.map(({ points }) => points);
  return `You finished ${plural(tickets, "ticket")}${coasts ? " and linked the coasts, which counts as one" : ""}.`;
}

/** "You finished 4 of 5. Boston – Miami was cut off on turn 18." @param {OutcomeRow} row @returns {import("../dom.js").Child[]} */
function ticketWords({ tickets }) {
  if (!tickets.length) return ["You had none."];
  const open = tickets.filter((ticket) => !ticket.done).sort((a, b) => b.points - a.points);
  const more = open.length - MOST_NAMED;
  const done = tickets.length - open.length;
  return [tickets.length === 1 && !done ? "You did not finish your only one." : `You finished ${done || "none"} of ${tickets.length}.`,
    ...open.slice(0, MOST_NAMED).flatMap(({ a, b, title, fate }) => [" ", h("b", {}, title || pair(a, b)), ` ${airy(fate)}.`]),
    more > 0 && ` ${more} more ${more > 1 ? "were" : "was"} left open.`];
}
