/** All settings of a player on one page: how the game moves, what it explains, how large it is, what one hears, and signs. */

import { h } from "../dom.js";
import { changeSettings, settings, theme } from "../settings.js";
import { signsPart } from "../signs_part.js";
import { checkRow, segments, showPage } from "./frame.js";

const PACES = [{ value: "slow", word: "Slow" }, { value: "even", word: "Even" }, { value: "quick", word: "Quick" }];
const SIZES = [{ value: "100", word: "Normal" }, { value: "115", word: "Large" }, { value: "130", word: "Larger" }];
const THEMES = [{ value: "auto", word: "As the system" }, { value: "light", word: "Paper" }, { value: "dark", word: "Night" }];

/** @param {HTMLElement} root */
export async function show(root) {
  const volume = h("input", {
    type: "range", id: "volume", min: 0, max: 1, step: 0.05, value: settings.volume,
    onchange: (/** @type {Event} */ event) => changeSettings({ volume: Number(/** @type {HTMLInputElement} */ (event.target).value) }),
  });
  /** @param {string} title @param {...(HTMLElement | false)} rows */
  const part = (title, ...rows) => h("section", { class: "panel", "aria-label": title }, h("h2", {}, title), rows);
  /** @param {string} words @param {HTMLElement} control */
  const row = (words, control) => h("div", { class: "setting" }, h("span", {}, words), control);
  return showPage(root, {
    title: "Settings", here: "#/settings",
    body: h("main", { class: "settings" }, h("h1", {}, "Settings"),
      part("The game", row("Pace of bots", segments("bot-pace", "Pace of bots", PACES, String(settings.pace ?? "even"), (pace) => changeSettings({ pace }))),
        checkRow("set-animations", "Movements", "Trains roll, cards fly. Off also where your system asks for less motion.", settings.animations !== false, (animations) => changeSettings({ animations })),
        checkRow("set-hints", "Hints", "A slip explains a rule when you first meet it.", settings.hints !== false, (hints) => changeSettings({ hints }))),
      part("Looks", row("Text size", segments("text-size", "Text size", SIZES, String(settings.textSize ?? "100"), (textSize) => changeSettings({ textSize }))),
        row("Theme", segments("set-theme", "Theme", THEMES, settings.theme === "auto" ? "auto" : theme(), (chosen) => changeSettings({ theme: /** @type {"auto" | "light" | "dark"} */ (chosen) })))),
      part("Sounds", checkRow("set-sound", "Sounds", "Made by this page, off by default. M turns them on and off.", settings.sound, (sound) => changeSettings({ sound })),
        checkRow("set-music", "Music", "Quiet, while a game is open, made by this page, never the same twice.", Boolean(settings.music), (music) => changeSettings({ music })),
        h("label", { class: "setting", for: "volume" }, h("span", {}, "Volume"), volume)),
      h("section", { class: "panel signs-part", "aria-labelledby": "signs-title" }, signsPart())),
  });
}
