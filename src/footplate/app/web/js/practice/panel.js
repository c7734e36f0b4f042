/** What the practice page is made of: the bar at the top, and the panel with the step, the board, the cards and the ways on. */

import { fill, h, set } from "../dom.js";
import { airy, pair, signed, statusIcon, toolButton, toolIcon } from "../pieces.js";
import { settings, toggleSound, toggleTheme } from "../settings.js";
import { WORDS } from "./words.js";

/** @typedef {import("../types").Lesson} Lesson */
/** @typedef {import("../types").View} View */

/** @param {readonly string[]} keys */
export const keyList = (keys) => [`${WORDS.keys} `, ...keys.flatMap((key) => [h("kbd", {}, key), " "])];

/** The page's name, what it is for, and the tools. @returns {{ element: HTMLElement, draw: () => void }} */
export function topBar() {
  const sound = h("span");
  const draw = () => fill(sound, toolButton(settings.sound ? "sound" : "silent", settings.sound ? "Sound off (M)" : "Sound on (M)", { onclick: toggleSound }));
  draw();
  const element = h("header", { class: "page-top" },
    h("a", { class: "plate", href: "#/", "aria-label": WORDS.home }, "Footplate"),
    h("h1", {}, WORDS.page, " ", h("small", {}, WORDS.about)),
    h("p", { class: "page-middle" }, WORDS.how),
    h("div", { class: "tools" }, sound, toolButton("theme", "Night or paper (N)", { onclick: toggleTheme }),
      h("a", { class: "tool", href: "#/help", "aria-label": "Help (?)", title: "Help (?)" }, toolIcon("help"))));
  return { element, draw };
}

export class LessonPanel {
  /**
   * @param {Record<"map" | "market" | "hand" | "finder", HTMLElement>} parts of the game
   * @param {Record<"back" | "again" | "play" | "rules", () => void>} ways
   */
  constructor(parts, ways) {
    const button = (/** @type {string} */ kind, /** @type {string} */ word, /** @type {() => void} */ onclick) => h("button", { type: "button", class: kind, onclick }, word);
    this.bar = h("p", { class: "lesson-steps" });
    this.title = h("h2", { tabindex: -1 });
    this.words = h("p", { class: "lesson-words" });
    this.other = h("p", { class: "lesson-other" });
    this.spoken = h("p", { class: "for-readers", role: "status" });
    this.trouble = h("p", { class: "start-trouble", role: "alert", hidden: true });
    this.ticket = h("p", { class: "lesson-ticket" });
    this.more = h("p", {});
    this.back = button("btn ghost small", WORDS.back, ways.back);
    this.time = h("span", { class: "hint" }, WORDS.time);
    this.playing = h("div", { class: "lesson-play" }, parts.market, parts.hand);
    this.foot = h("footer", { class: "lesson-foot" }, button("text-link", WORDS.skip, ways.play), this.time, this.back);
    this.play = button("btn big", WORDS.play, ways.play);
    this.end = h("div", { class: "lesson-end", hidden: true }, this.ticket, this.more,
      h("div", { class: "lesson-ways" }, this.play, button("btn ghost", WORDS.again, ways.again), button("btn ghost", WORDS.rules, ways.rules)));
    this.element = h("main", { class: "panel lesson", "aria-label": WORDS.label },
      h("header", {}, this.bar, this.title, this.words, this.other, this.trouble), this.spoken, parts.map, parts.finder, this.playing, this.foot, this.end);
    this.element.addEventListener("animationend", () => this.element.classList.remove("pulse"));
  }

  /** @param {Lesson} lesson @param {View} view */
  show(lesson, view) {
    const { step, of, done } = lesson;
    fill(this.bar, Array.from({ length: of }, (_, n) => h("i", { class: n + 1 < step || done ? "done" : n + 1 === step ? "now" : "", "aria-hidden": "true" })),
      h("span", {}, done ? WORDS.done : WORDS.step(step, of)));
    fill(this.title, airy(lesson.title));
    fill(this.words, `${airy(lesson.words)} `, lesson.keys.length > 0 && h("span", { class: "lesson-keys" }, keyList(lesson.keys)));
    const latest = view.log.at(-1);
    const news = latest && latest.seat !== view.you && view.turn > 0 ? `${view.players[latest.seat].name} ${airy(latest.words)}` : "";
    fill(this.other, news);
    this.element.dataset.done = `${done}`;
    this.element.classList.remove("pulse");
    this.playing.hidden = this.foot.hidden = done;
    this.end.hidden = !done;
    set(this.back, { hidden: lesson.back === null });
    this.time.hidden = lesson.back !== null;
    const [ticket] = view.tickets;
    fill(this.ticket, statusIcon("done"), h("b", {}, pair(ticket.a, ticket.b)), h("u", { class: "good num" }, signed(ticket.points)));
    fill(this.more, lesson.more);
    this.tell([news, lesson.title, lesson.words, lesson.more].filter(Boolean).join(" "));
    if (done) this.play.focus({ preventScroll: true });
  }

  /** To screen readers. @param {string} words */
  tell(words) {
    fill(this.spoken, words);
  }

  /** What keeps the practice from going on; empty when it goes on. @param {string} words */
  tellTrouble(words) {
    this.trouble.hidden = !words;
    fill(this.trouble, words);
  }

  /** Readers hear the step once more. */
  repeat() {
    const words = this.spoken.textContent;
    fill(this.spoken);
    requestAnimationFrame(() => fill(this.spoken, words));
  }

  pulse() {
    this.element.classList.add("pulse");
  }

  focus() {
    this.title.focus({ preventScroll: true });
  }
}
