/** The rules in plain words, with a board's own numbers. */

import { h, s } from "../dom.js";
import { plural } from "../pieces.js";

/** @typedef {import("../types").BoardRules} BoardRules */

/** "one", "two" … then figures. @param {number} n */
const count = (n) => ["no", "one", "two", "three", "four", "five", "six"][n] ?? String(n);

/** @param {string} title @param {(import("../dom.js").Child | import("../dom.js").Child[])[]} parts */
const part = (title, ...parts) => h("section", {}, h("h2", {}, title), ...parts);

/** @param {string} words */
const p = (words) => h("p", {}, words);

/** @param {BoardRules} board @returns {HTMLElement[]} */
export function rules(board) {
  return board.special.decay === undefined ? ticketGame(board) : progressGame(board);
}

/** @param {BoardRules} board @returns {HTMLElement[]} */
function ticketGame(board) {
  const { initial_tickets: first, draw_tickets: later, special } = board;
  const redeal = board.max_face_up_locomotives;
  return [
    part("The aim", p("Collect cards, claim routes with your trains, and connect the cities on your tickets. Most points at the end win.")),
    part("The start",
      p(`Everybody has ${plural(board.trains, "train")} and ${plural(board.initial_cards, "card")}, and is offered ${count(first.deal)} tickets, of which at least ${count(first.keep)} must be kept. Nobody sees the tickets of the others.`)),
    part("Your turn", p("Do one of three things:"), h("ul", { class: "plain-list" },
      h("li", {}, h("b", {}, "Draw two cards. "), `Take any of the ${count(board.face_up)} that lie face up, or draw blind from the deck. `,
        board.locomotives > 0 && "A locomotive stands for any card. Taken face up it is your whole turn, and it can't be your second card; drawn blind it is a card like any other. ",
        redeal && `When ${count(redeal)} locomotives lie open, the market is dealt again.`),
      h("li", {}, h("b", {}, "Claim a route. "), "Pay as many cards as it has spaces: of its colour, or of any one colour if it is grey. Put a train on each space and get the points at once."),
      later.deal > 0 && h("li", {}, h("b", {}, "Take tickets. "), `Look at ${count(later.deal)} and keep at least ${count(later.keep)}. Those you put back go under the pile.`))),
    part("Points for routes", pointsTable(board)),
    doubles(board),
    part("Tickets", p("A ticket names two cities. Connect them with your own trains, by any way and in any order. At the end a connected ticket adds its points; an open one takes them away.")),
    part("The end", p(`When somebody ends a turn with ${plural(board.end_trains, "train")} or fewer, everybody has one more turn, that player too. Then tickets${board.longest_path_bonus ? " and bonuses" : ""} are counted.`)),
    part("Points at the end", h("ul", { class: "plain-list" },
      h("li", {}, "Your routes: counted already."),
      h("li", {}, "Tickets done: plus their points. Tickets open: minus their points."),
      board.longest_path_bonus ? h("li", {}, `The longest continuous path: ${board.longest_path_bonus} points. It may pass a city twice, but no route twice. If several have it, each gets the points.`) : null,
      board.globetrotter_bonus ? h("li", {}, `Most tickets done: ${board.globetrotter_bonus} points.`) : null,
      special.attractions ? h("li", {}, `Attractions (cities with a star): ${plural(special.attraction_points ?? 1, "point")} for each that one of your routes touches.`) : null,
      h("li", {}, tieWords(board)))),
  ];
}

/** @param {BoardRules} board */
function tieWords({ tie_breaks: breaks, longest_path_bonus: path }) {
  if (breaks?.length === 0) return "Equal points are a draw.";
  return `Equal points: more tickets done win${path ? "; then the longer path" : ""}.`;
}

/** @param {BoardRules} board */
function doubles(board) {
  const pairs = board.routes.length - new Set(board.routes.map(({ pair }) => pair)).size;
  if (pairs === 0) return part("Double routes", p("This board has none."));
  const least = board.double_routes_min_players;
  const own = board.special.same_player_double_route ? "One player may own both tracks." : "Nobody owns both tracks.";
  const few = least > 2 ? ` With fewer than ${count(least)} players, the second track closes as soon as the first is claimed.` : "";
  return part("Double routes", p(own + few));
}

/** @param {BoardRules} board */
function pointsTable(board) {
  const lengths = Object.entries(board.route_points);
  return h("table", { class: "points-table" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Trains"), h("th", { scope: "col" }, "Points"), h("th", {}, h("span", { class: "for-readers" }, "Drawing")))),
    h("tbody", {}, lengths.map(([length, points]) => h("tr", {}, h("td", {}, length), h("td", {}, h("b", {}, points)), h("td", {}, cars(Number(length)))))));
}

/** @param {number} n */
function cars(n) {
  return s("svg", { width: n * 22, height: 12, viewBox: `0 0 ${n * 22} 12`, "aria-hidden": "true" }, Array.from({ length: n }, (_, i) =>
    s("rect", { x: i * 22 + 1, y: 1.5, width: 19, height: 8.6, rx: 1.8, fill: "var(--grey)", stroke: "var(--slot-edge)", "stroke-width": 0.9 })));
}

/** @param {BoardRules} board @returns {HTMLElement[]} */
function progressGame(board) {
  return [
    part("The aim", p("This is a research game: a race. Everybody has two given tickets. Connect their cities early.")),
    part("The start", p(`Everybody has ${plural(board.trains, "train")} and ${plural(board.initial_cards, "card")}.`)),
    part("Your turn", h("ul", { class: "plain-list" },
      h("li", {}, h("b", {}, "Draw two cards "), "blind from the deck. Nothing lies face up, and there are no locomotives."),
      h("li", {}, h("b", {}, "Claim a route "), "with as many cards of its colour as it has spaces; grey takes any one colour."))),
    doubles(board),
    part("The end", p("The game ends when somebody has finished both tickets, or when the deck is empty after a turn.")),
    part("Points", p("A claim earns what it takes off the distance that your tickets still need. Each of your turns that passes makes later claims worth 9 % less. The larger sum wins.")),
  ];
}
