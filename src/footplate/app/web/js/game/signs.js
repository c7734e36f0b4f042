/** Signs that it is one's turn, for those who look elsewhere: the tab's title and icon, a bell, a notification of the browser. */

import { settings } from "../settings.js";
import { play } from "./sound.js";

/** @typedef {import("../types").View} View */

const AGAIN = 20_000; // milliseconds, after which the bell rings once more
const ICONS = { plain: "icon.svg", turn: "icon-turn.svg" };

export class Signs {
  constructor() {
    this.told = ""; // the turn of which it was told
    this.timer = 0;
    /** @type {Notification | null} */
    this.note = null;
  }

  /** @param {Pick<import("./state.js").State, "view" | "connected">} shown */
  update({ view, connected }) {
    const mine = isMine(view) && connected;
    document.title = title(view, connected);
    if (settings.signs !== false) icon(mine && view.is_shared ? "turn" : "plain");
    const turn = mine ? `${view.turn} ${view.phase === "first_tickets"}` : "";
    if (turn === this.told) return;
    const isFirst = this.told === "" && view.version === 0;
    this.told = turn;
    this.rest();
    if (!turn || !view.is_shared || isFirst) return;
    this.tell(view);
    this.timer = setTimeout(() => { if (document.hidden) play("turn"); }, AGAIN);
  }

  /** @param {View} view */
  tell(view) {
    if (!document.hidden || !settings.notifies || !("Notification" in window) || Notification.permission !== "granted") return;
    this.note = new Notification("Your turn", { body: view.title, tag: view.game, icon: ICONS.turn });
    this.note.onclick = () => { window.focus(); this.note?.close(); };
  }

  /** The turn is over. */
  rest() {
    clearTimeout(this.timer);
    this.note?.close();
    this.note = null;
  }

  leave() {
    this.rest();
    icon("plain");
    document.title = "Footplate";
  }
}

/** @param {View} view */
const isMine = ({ you, to_move, outcome }) => you !== null && outcome === null && to_move === you;

/** @param {View} view @param {boolean} connected */
function title(view, connected) {
  const { outcome, to_move: mover, players } = view;
  if (!connected) return "Connection lost: Footplate";
  if (outcome) return `${outcome.title}: Footplate`;
  if (isMine(view)) return "● Your turn: Footplate";
  return mover === null ? "Footplate" : `${players[mover].name} moves: Footplate`;
}

/** @param {keyof typeof ICONS} which */
function icon(which) {
  const link = document.querySelector("link[rel=icon]");
  if (link && link.getAttribute("href") !== ICONS[which]) link.setAttribute("href", ICONS[which]);
}
