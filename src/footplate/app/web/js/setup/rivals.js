/** The opponents of the set-up page: a row for each, with the ladder, slider, all other bots, and people. */

import { fill, h } from "../dom.js";
import { get } from "../net.js";
import { keepingFocus } from "../pages/frame.js";
import { LIVERY_NAMES, emblem, toolButton } from "../pieces.js";
import { ladder } from "./ladder.js";
import { ADAPTIVE, addRival, freeLiveries, playsOn } from "./plan.js";

/** @typedef {import("./plan.js").Rival} Rival */
/** @typedef {import("../types").Opponent} Opponent */
/** @typedef {import("../types").LadderFacts} LadderFacts */

/** @type {Record<string, string>} */
const FAMILIES = {
  amateurs: "Players with weaknesses", strong: "Strong players by rules of thumb", search: "Players who search ahead", basic: "Simple players",
  warwick: "From the Warwick report", silva: "From the paper by de Mesentier Silva and others", thesis: "From the thesis on seven cities",
  yang: "From the paper by Yang and others", learned: "Players who have learned by playing",
  steered: "Other ways to adjust the difficulty, from the Warwick report",
};

export class Rivals {
  /**
   * @param {import("./plan.js").Plan} plan
   * @param {Opponent[]} opponents
   * @param {() => import("../types").BoardFacts} board
   * @param {() => void} changed
   */
  constructor(plan, opponents, board, changed) {
    this.plan = plan;
    this.opponents = opponents;
    this.board = board;
    this.changed = changed;
    /** @type {Rival | null} whose list of all opponents is open */
    this.open = null;
    /** @type {Rival | null} whose ladder is open; null: the first one's */
    this.shown = null;
    this.key = ""; // of the ladder that is shown
    /** @type {HTMLElement | null} */
    this.rail = null;
    /** @type {Map<string, LadderFacts | null>} by board and number of players; null: on its way */
    this.ladders = new Map();
    /** @type {import("../types").Results["rating"] | null} */
    this.you = null;
    this.list = h("div", { class: "rivals" });
  }

  draw() {
    const most = this.board().players[1] - 1;
    const { rivals } = this.plan;
    keepingFocus(() => fill(this.list,
      rivals.map((rival, n) => this.row(rival, n)),
      most === 0 && h("p", { class: "hint" }, "This board is played alone."),
      rivals.length < most && h("button", { type: "button", class: "add", id: "add-rival", onclick: () => this.add() },
        "+ Add an opponent ", h("span", {}, `up to ${most} on this board`))));
  }

  /** What was measured here; null until it is known. @returns {LadderFacts | null} */
  facts() {
    const { board, rivals } = this.plan;
    const key = `board=${encodeURIComponent(board)}&players=${rivals.length + 1}`;
    if (!this.ladders.has(key)) {
      this.ladders.set(key, null);
      this.load(key).catch(() => this.ladders.delete(key)); // asked again when somebody changes something
    }
    this.key = key;
    return this.ladders.get(key) ?? null;
  }

  /** @param {string} key */
  async load(key) {
    const [facts, { rating }] = await Promise.all([get(`/api/ladder?${key}`), get("/api/me/results")]);
    this.ladders.set(key, facts);
    this.you = rating;
    await this.letGo();
    if (this.key === key) keepingFocus(() => this.rail?.replaceWith(this.drawRail()));
  }

  shownNumber() {
    return Math.max(this.plan.rivals.findIndex((rival) => rival === this.shown), 0);
  }

  /** The ladder of the opponent who is shown; the only part that is drawn anew when its figures arrive. */
  drawRail() {
    const n = this.shownNumber();
    const rival = this.plan.rivals[n];
    const levels = this.opponents.filter(({ group }) => group === "adaptive" || group === "level");
    const spec = rival.kind === "bot" ? rival.spec : "";
    this.rail = ladder(n, levels, this.facts(), this.you, spec, (chosen) => this.choose(rival, { kind: "bot", spec: chosen }),
      spec === ADAPTIVE ? this.slider() : null);
    return this.rail;
  }

  /** Wait while something here is pressed: a click needs the element that it began on. */
  async letGo() {
    if (!this.list.matches(":active")) return;
    await new Promise((done) => {
      for (const kind of ["pointerup", "pointercancel", "keyup"]) addEventListener(kind, () => setTimeout(done), { once: true });
    });
  }

  add() {
    addRival(this.plan);
    this.shown = this.plan.rivals[this.plan.rivals.length - 1];
    this.update();
    /** @type {HTMLElement | null} */ (this.list.querySelector(".rival:last-child :checked"))?.focus(); // the table is full
  }

  update() {
    this.draw();
    this.changed();
  }

  /** @param {Rival} rival @param {number} n */
  row(rival, n) {
    const least = Math.max(this.board().players[0], 2) - 1;
    const color = LIVERY_NAMES[rival.livery - 1];
    const free = freeLiveries(this.plan);
    const isShown = n === this.shownNumber();
    return h("div", { class: "rival", role: "group", "aria-label": `Opponent ${n + 1}` },
      h("button", {
        type: "button", class: "livery-button", id: `livery-${n}`, "aria-label": `Livery: ${color}. Take another one.`, title: `${color}: click for another livery`,
        disabled: free.length === 0, onclick: () => this.nextLivery(rival),
      }, emblem(rival.livery)),
      isShown
        ? h("div", {},
          this.drawRail(),
          this.below(rival, n),
          this.open === rival && this.all(rival, n))
        : h("div", {}, this.closed(rival, n)),
      this.plan.rivals.length > least
        ? toolButton("close", `Remove opponent ${n + 1}`, { onclick: () => this.remove(rival) })
        : h("span", {}));
  }

  /** One line for an opponent whose ladder is closed. @param {Rival} rival @param {number} n */
  closed(rival, n) {
    const name = rival.kind === "bot" ? this.opponents.find(({ spec }) => spec === rival.spec)?.name : rival.name || "A person";
    const show = () => {
      this.shown = rival;
      this.draw();
      /** @type {HTMLElement | null} */ (this.list.querySelectorAll(".rival")[n]?.querySelector(":checked, input"))?.focus();
    };
    return h("button", { type: "button", class: "rival-closed", id: `show-${n}`, onclick: show }, h("b", {}, name), h("span", {}, "Change"));
  }

  /** @param {Rival} rival */
  nextLivery(rival) {
    const free = freeLiveries(this.plan);
    const order = [1, 2, 3, 4, 5].map((step) => ((rival.livery - 1 + step) % 5) + 1);
    rival.livery = order.find((livery) => free.includes(livery)) ?? rival.livery;
    this.update();
  }

  /** @param {Rival} rival @param {Partial<Rival>} choice */
  choose(rival, choice) {
    Object.assign(rival, choice);
    this.open = null;
    this.update();
  }

  /** @param {Rival} rival */
  remove(rival) {
    this.plan.rivals.splice(this.plan.rivals.indexOf(rival), 1);
    this.update();
    document.getElementById("add-rival")?.focus();
  }

  /** What stands under the levels. @param {Rival} rival @param {number} n */
  below(rival, n) {
    const more = h("button", {
      type: "button", class: "text-link", id: `more-${n}`, "aria-expanded": String(this.open === rival),
      onclick: () => {
        this.open = this.open === rival ? null : rival;
        this.draw();
      },
    }, this.open === rival ? "Fewer opponents" : "More opponents");
    if (rival.kind !== "bot") return this.person(rival, n, more);
    const bot = this.opponents.find(({ spec }) => spec === rival.spec);
    const isLevel = bot?.group === "adaptive" || bot?.group === "level";
    return h("div", { class: "hint-row" }, h("p", { class: "hint" }, !isLevel && h("b", {}, `${bot?.name}. `), bot?.sentence), more);
  }

  /** "You should win 50 of 100 games": one target, which all adaptive opponents share. */
  slider() {
    const { plan } = this;
    const figure = h("b", {}, `${plan.aim} of 100 games`);
    const input = /** @type {HTMLInputElement} */ (h("input", {
      type: "range", class: "aim-slider", id: "aim", min: 20, max: 80, step: 5, value: plan.aim, "aria-label": "You should win so many of 100 games",
      oninput: () => {
        plan.aim = Number(input.value);
        show();
      },
      onchange: () => this.changed(),
    }));
    const show = () => {
      figure.textContent = `${plan.aim} of 100 games`;
      input.style.setProperty("--at", `${((plan.aim - 20) / 60) * 100}%`);
      input.setAttribute("aria-valuetext", figure.textContent);
    };
    show();
    return h("div", { class: "target" }, h("div", { class: "target-words" }, h("span", {}, "You should win"), figure), input,
      h("div", { class: "ticks num", "aria-hidden": "true" }, [20, 35, 50, 65, 80].map((tick) => h("span", {}, tick))));
  }

  /** @param {Rival} rival @param {number} n @param {HTMLElement} more */
  person(rival, n, more) {
    const input = /** @type {HTMLInputElement} */ (h("input", {
      type: "text", id: `name-${n}`, maxlength: 40, value: rival.name, placeholder: "Name", "aria-label": "The person's name",
      oninput: () => {
        rival.name = input.value;
        this.changed();
      },
    }));
    const how = rival.kind === "link" ? "A person. You get a link to send when the game starts." : "A person at this screen. You take turns.";
    return h("div", { class: "person" }, input, h("div", { class: "hint-row" }, h("p", { class: "hint" }, how), more));
  }

  /** Everybody who can sit here. @param {Rival} rival @param {number} n */
  all(rival, n) {
    const here = this.opponents.filter((bot) => playsOn(bot, this.plan.board));
    const groups = [...new Set(here.map(({ group }) => group))].filter((group) => group !== "adaptive" && group !== "level");
    const order = Object.keys(FAMILIES);
    groups.sort((a, b) => order.indexOf(a) - order.indexOf(b));
    /** @param {boolean} isOn @param {string} name @param {string} words @param {Partial<Rival>} choice @param {string} id */
    const one = (isOn, name, words, choice, id) => h("button", {
      type: "button", class: "opponent", id: `all-${n}-${id}`, "aria-pressed": String(isOn), onclick: () => {
        this.choose(rival, choice);
        document.getElementById(`more-${n}`)?.focus();
      },
    }, h("b", {}, name), h("span", {}, words));
    return h("div", { class: "all-opponents" },
      h("h2", { class: "caps" }, "People"),
      one(rival.kind === "link", "Somebody else, by link", "Plays on their own screen.", { kind: "link" }, "link"),
      one(rival.kind === "hot", "Same screen", "You take turns at this screen (hot seat).", { kind: "hot" }, "hot"),
      groups.map((group) => [h("h2", { class: "caps" }, FAMILIES[group] ?? group),
        ...here.filter((bot) => bot.group === group).map((bot) =>
          one(rival.kind === "bot" && bot.spec === rival.spec, bot.name, bot.sentence, { kind: "bot", spec: bot.spec }, bot.spec))]).flat());
  }
}
