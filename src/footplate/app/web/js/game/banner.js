/** The banner in the top bar: whose turn it is and what is possible; the last round; a lost connection. What was done last. */

import { fill, h } from "../dom.js";
import { unexpected } from "../net.js";
import { airy, cardWord, spelled } from "../pieces.js";
import { isHiding } from "./state.js";

/** @typedef {Pick<import("./state.js").State, "view" | "connected" | "notice" | "popover" | "search" | "turned" | "first">} Shown */

export class Banner {
  /** @param {Pick<import("./actions.js").Actions, "act">} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h("div", { class: "banner", role: "status" });
    this.shown = "";
  }

  /** @param {Shown} shown */
  update(shown) {
    const { kind, title, words, pass } = content(shown);
    const key = JSON.stringify([kind, title, words, pass]);
    if (key === this.shown) return;
    const isNew = kind === "last" && !this.element.classList.contains("last");
    this.shown = key;
    this.element.className = `banner ${kind}${isNew ? " new" : ""}`;
    fill(this.element,
      kind === "turn" && h("span", { class: "lamp-dot", "aria-hidden": "true" }),
      title && h("b", {}, title), h("span", {}, words),
      pass !== null && h("button", { class: "btn", type: "button", onclick: () => this.actions.act(pass) }, "Pass"));
  }
}

/** @param {Shown} shown */
function content({ view, connected, notice, popover, search, turned, first }) {
  if (!connected) return { kind: "lost", title: "", words: "Connection lost. Your game is safe; trying again.", pass: null };
  if (notice) return { kind: "lost", title: "", words: notice, pass: null };
  if (view.trouble) return { kind: "lost", title: "", words: view.trouble, pass: null };
  if (view.outcome) return { kind: "for-readers", title: "", words: view.outcome.sentence, pass: null };
  if (view.pace?.held) return { kind: "wait", title: "", words: "The game is held.", pass: null };
  if (view.tunnel && isHiding({ view, turned })) return { kind: "wait", title: "Tunnel", words: view.tunnel.turning, pass: null };
  const { kind, title, words } = view.banner;
  const best = search.report?.moves[0];
  if (typeof popover?.place === "string") return { kind, title: "Build a station", words: `${spelled(popover.place)} is picked. Choose what to pay, or another city.`, pass: null };
  if (first !== null) return { kind, title: "One more card", words: `${first === "deck" ? "A card from the deck" : cardWord(view.market[first] ?? "")} is picked. Pick the second one.`, pass: null };
  switch (kind) {
    case "wait":
      return { kind, title, words: [`${words}.`, lastDeed(view)].filter(Boolean).join(" "), pass: null };
    case "turn":
      return { kind, title, words: best ? `Best found: ${airy(best.sentence)}.` : lastDeed(view) ?? words, pass: view.legal.pass };
    case "last":
    case "over":
      return { kind, title, words, pass: view.legal.pass };
    default:
      return unexpected(kind);
  }
}

/** "Cleo claimed Helena – Omaha.": what somebody else did last, while nothing of the turn that runs is done. @param {import("../types").View} view */
function lastDeed({ log, players, you, phase, to_move: mover }) {
  const last = log.at(-1);
  if (!last || last.seat === you || last.seat === mover || phase !== "turn") return null;
  return `${players[last.seat].name} ${airy(last.words)}${/[.!?]$/.test(last.words) ? "" : "."}`;
}
