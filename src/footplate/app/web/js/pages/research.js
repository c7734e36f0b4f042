/** A study as its researcher sees it: counts, rows, the files as they will be, and closing. No means, no charts. */

import { fill, h, set } from "../dom.js";
import { ask, get, save, whatHappened } from "../net.js";
import { plural } from "../pieces.js";
import { askedTwice, segments, showPage } from "./frame.js";

/** @typedef {import("../types").ResearchFacts} ResearchFacts */

const LOOK = 5000; // milliseconds between two looks at the counts
const WORDS = /** @type {const} */ ({
  answers: ["Answers", "a row for each game"], games: ["Games", "seed, result, minutes"], decisions: ["Decisions", "every action with its time"],
  reviews: ["Reviews", "win chance by turn, luck and play"], conditions: ["Conditions", "with the bots’ options"],
});

/** @param {HTMLElement} root @param {string} [key] */
export async function show(root, key) {
  const body = h("main", { class: "research-page" });
  const leave = showPage(root, { title: "Study", here: "#/research", body });
  let timer = 0;
  try {
    if (key) {
      history.replaceState(null, "", "#/research"); // the key is in no history
      await ask("POST", "/api/research/key", { key });
    }
    const page = new Research(await get("/api/research"));
    fill(body, page.element);
    timer = window.setInterval(() => void page.look().catch(() => {}), LOOK);
  } catch (error) {
    fill(body, h("section", { class: "panel study" }, h("h1", {}, "For the researcher"), h("p", { role: "alert" }, whatHappened(error))));
  }
  return () => {
    clearInterval(timer);
    leave();
  };
}

class Research {
  /** @param {ResearchFacts} facts */
  constructor(facts) {
    this.chosen = new Set(Object.keys(facts.tables));
    this.format = "csv";
    this.file = "answers";
    this.head = h("div", { class: "research-head" });
    this.counts = h("div", { class: "research-counts" });
    this.rows = h("div", { class: "research-rows", tabindex: 0, role: "region", "aria-label": "Answers" });
    this.rowWords = h("p", { class: "hint" });
    this.about = h("details", { class: "research-about" });
    this.lines = h("div", { class: "research-preview" });
    this.button = h("button", { type: "button", class: "btn", onclick: () => this.export() }, "Export");
    this.trouble = h("p", { class: "start-trouble", role: "alert" });
    this.element = h("section", { class: "panel research", "aria-labelledby": "research-title" }, this.head, this.counts, this.rows, this.rowWords, this.about,
      h("h2", {}, "Export"), h("div", { class: "research-export" }, this.tables(facts), h("div", { class: "research-format" }, this.formats(facts), this.button)),
      this.lines, this.trouble, this.never = h("div", { class: "research-never" }));
    this.draw(facts);
    void this.preview();
  }

  async look() {
    const facts = await get("/api/research");
    if (JSON.stringify(facts) === this.shown) return;
    this.draw(facts);
    await this.preview();
  }

  /** @param {ResearchFacts} facts */
  draw(facts) {
    const { title, closed } = facts;
    this.shown = JSON.stringify(facts);
    if (!this.head.querySelector("[role=alert]") || closed) {
      fill(this.head, h("h1", { id: "research-title" }, title), h("span", { class: "tag" }, closed ? "closed" : "open"),
        !closed && askedTwice("Close the study", "Nobody can take part or withdraw after that, and the key that links people to rows is deleted.", "Close it", () => this.close()));
    }
    /** @param {number} figure @param {string} words */
    const count = (figure, words) => h("span", {}, h("b", { class: "num" }, figure), ` ${words}`);
    fill(this.counts, count(facts.people, `of ${facts.wanted} people`), count(facts.games, facts.games === 1 ? "game" : "games"), count(facts.answered, "answered"), count(facts.skipped, "skipped"),
      count(facts.reviewed, "reviewed"), count(facts.withdrawn, "withdrawn"), h("span", { class: "hint" }, `order of conditions: ${facts.order}`));
    fill(this.rows, facts.rows.length ? answersTable(facts) : h("p", { class: "hint" }, "No game is finished yet."));
    fill(this.rowWords, `${facts.rows.length} of ${plural(facts.games, "row")}. Conditions are hidden from players. `, closed ? "" : "No means are shown while the study is open.");
    const isOpen = this.about.hasAttribute("open");
    fill(set(this.about, { open: isOpen }), h("summary", {}, "Conditions and questions"),
      h("dl", {}, facts.conditions.flatMap((one) => [h("dt", {}, one.name), h("dd", {}, h("code", {}, one.opponent), one.cheats && h("span", { class: "tag" }, "cheats"))]),
        facts.questions.flatMap((one) => [h("dt", {}, one.words), h("dd", {}, one.choices ? one.choices.join(", ") : `1: ${one.low}, 7: ${one.high}`)])));
    fill(this.never, h("p", {}, h("b", {}, "Never in an export: "), "names, network addresses, cookies, links, dates, times of day. People are random numbers",
      closed ? "; the key that linked them to browsers is deleted." : "; the key is deleted when the study closes. Whoever stops is taken out of all files made later: ", !closed && `${facts.withdrawn} so far.`));
    fill(set(this.button, { disabled: facts.games === 0 }), `Export ${plural(facts.games, "game")}`);
  }

  /** @param {ResearchFacts} facts */
  tables(facts) {
    return h("fieldset", { class: "research-tables" }, h("legend", { class: "for-readers" }, "Tables"), Object.keys(facts.tables).map((name) => {
      const [word, words] = WORDS[/** @type {keyof typeof WORDS} */ (name)];
      const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: true, onchange: () => {
        if (box.checked) this.chosen.add(name);
        else this.chosen.delete(name);
        void this.preview();
      } }));
      return h("label", {}, box, h("span", {}, h("b", {}, word), `, ${words}`));
    }), h("label", {}, h("input", { type: "checkbox", checked: true, disabled: true }), h("span", {}, h("b", {}, "Code book"), ", each column in words, always")));
  }

  /** @param {ResearchFacts} facts */
  formats({ parquet }) {
    const formats = [{ value: "csv", word: "CSV" }, ...(parquet ? [{ value: "parquet", word: "Parquet" }] : [])];
    return [segments("format", "Format", formats, this.format, (format) => { this.format = format; void this.preview(); }),
      !parquet && h("p", { class: "hint" }, "Parquet needs ", h("code", {}, "pip install 'footplate[arena]'"))];
  }

  /** The first lines of a chosen file. */
  async preview() {
    /** @type {Record<string, string>} */
    const lines = await get(`/api/research/preview?tables=${[...this.chosen].join(",")}`);
    const names = Object.keys(lines);
    if (!names.includes(this.file)) this.file = names[0];
    const text = h("pre", { tabindex: 0, "aria-label": "First lines" }, lines[this.file]);
    const name = h("span", {}, `${this.file}.${this.format}, ${this.format === "csv" ? "as it will be" : "its first rows"}`);
    const choice = segments("file", "File", names.map((value) => ({ value, word: value })), this.file, (file) => {
      this.file = file;
      fill(text, lines[file]);
      fill(name, `${file}.${this.format}, ${this.format === "csv" ? "as it will be" : "its first rows"}`);
    });
    const focused = this.lines.contains(document.activeElement) ? document.activeElement?.id : "";
    fill(this.lines, choice, name, text);
    if (focused) document.getElementById(focused)?.focus();
  }

  async export() {
    const tables = [...this.chosen].join(",");
    await this.doing(() => save(`/api/research/export?tables=${tables}&format=${this.format}`, "study.zip"));
  }

  async close() {
    await this.doing(async () => { await ask("POST", "/api/research/close"); await this.look(); });
  }

  /** @param {() => Promise<unknown>} deed */
  async doing(deed) {
    try {
      await deed();
      fill(this.trouble);
    } catch (error) {
      fill(this.trouble, whatHappened(error));
    }
  }
}

/** @param {ResearchFacts} facts */
function answersTable({ columns, rows }) {
  /** @param {string} name */
  const title = (name) => name.replace("_", " ");
  return h("table", {}, h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, title(name))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((value) => h("td", { class: typeof value === "number" ? "num" : "" }, value ?? "–"))))));
}
