/** What all pages but the game share: the top bar with its tools, and the keys N, M and ?. */

import { fill, h, set } from "../dom.js";
import { toolButton, toolIcon } from "../pieces.js";
import { onSettings, server, settings, theme, toggleSound, toggleTheme } from "../settings.js";

/** @param {string} here the page's own address @param {string} address @param {string} word */
const link = (here, address, word) =>
  h("a", { href: address, class: "page-link", "aria-current": here === address ? "page" : null }, word);

/** What a tool does now; drawn anew only if that has changed, since the mouse may be down on it. @param {HTMLElement} tool @param {string} icon @param {string} label */
function showTool(tool, icon, label) {
  if (tool.title !== label) fill(set(tool, { "aria-label": label, title: label }), toolIcon(icon));
}

/**
 * Fill the root with a top bar and a page.
 * @param {HTMLElement} root
 * @param {{ title: string, here: string, middle?: import("../dom.js").Child, body: HTMLElement }} parts
 * @returns {() => void} clears up
 */
export function showPage(root, { title, here, middle, body }) {
  const sound = toolButton("sound", "", { onclick: toggleSound });
  const night = toolButton("theme", "", { onclick: toggleTheme });
  const tools = h("div", { class: "tools" }, sound, night,
    h("a", { class: "tool", href: "#/help", "aria-label": "Help (?)", title: "Help (?)" }, toolIcon("help")));
  const drawTools = () => {
    showTool(sound, settings.sound ? "sound" : "silent", settings.sound ? "Sound off (M)" : "Sound on (M)");
    showTool(night, "theme", theme() === "dark" ? "Paper (N)" : "Night (N)");
  };
  drawTools();
  document.title = here === "#/" ? "Footplate" : `${title} – Footplate`;
  fill(root, h("div", { class: `page page-${here.slice(2) || "setup"}` },
    h("header", { class: "page-top" },
      h("a", { class: "plate", href: "#/", "aria-label": "Footplate: to the start" }, "Footplate"),
      h("div", { class: "page-middle" }, middle),
      h("nav", { class: "page-links", "aria-label": "Pages" },
        link(here, "#/", "Play"), !server.study && [link(here, "#/replay", "Replays"), link(here, "#/host", "Host")], here === "#/research" && link(here, here, "Study"),
        link(here, "#/settings", "Settings"), link(here, "#/profile", "Profile")),
      tools),
    body));
  const stop = onSettings(drawTools);
  addEventListener("keydown", onKey);
  return () => {
    stop();
    removeEventListener("keydown", onKey);
  };
}

/** Whether a key belongs to a field that is being typed in. @param {KeyboardEvent} event */
export function isTyping(event) {
  const target = event.target;
  return target instanceof HTMLElement && target.matches("input:not([type=range], [type=radio], [type=checkbox]), select, textarea");
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (event.key === "n") toggleTheme();
  else if (event.key === "m") toggleSound();
  else if (event.key === "?") location.hash = "#/help";
}

/**
 * Draw a part anew without losing the focus: what had it is found again by its id.
 * @param {() => void} draw
 */
export function keepingFocus(draw) {
  const id = document.activeElement?.id;
  draw();
  if (id && document.activeElement?.id !== id) document.getElementById(id)?.focus();
}

/**
 * A choice of one, as a row of segments: native radio buttons underneath.
 * @param {string} name
 * @param {string} label
 * @param {readonly { value: string, word: string }[]} options
 * @param {string} chosen
 * @param {(value: string) => void} choose
 * @returns {HTMLElement}
 */
export function segments(name, label, options, chosen, choose) {
  return h("fieldset", { class: "segments" }, h("legend", { class: "for-readers" }, label), options.map(({ value, word }) => {
    const input = /** @type {HTMLInputElement} */ (h("input", {
      type: "radio", name, value, id: `${name}-${value}`, checked: value === chosen, onchange: () => choose(value),
    }));
    return h("label", {}, input, h("span", {}, word));
  }));
}

/**
 * A button that asks a second time in its own place before it does something that can't be undone.
 * @param {string} word
 * @param {string} question
 * @param {string} yes
 * @param {() => void} act
 * @returns {HTMLElement}
 */
export function askedTwice(word, question, yes, act) {
  const place = h("span", { class: "asked-twice" });
  const ask = () => {
    const no = h("button", { type: "button", class: "btn ghost small", onclick: rest }, "No");
    fill(place, h("span", { role: "alert" }, question), h("button", { type: "button", class: "btn danger small", onclick: act }, yes), no);
    no.focus();
  };
  const button = h("button", { type: "button", class: "btn ghost small", onclick: ask }, word);
  const rest = () => {
    fill(place, button);
    button.focus();
  };
  fill(place, button);
  return place;
}

/**
 * Something that is on or off, with a sentence about it.
 * @param {string} id
 * @param {string} word
 * @param {string} words
 * @param {boolean} isOn
 * @param {(isOn: boolean) => unknown} change
 * @returns {HTMLElement}
 */
export function checkRow(id, word, words, isOn, change) {
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id, checked: isOn, "aria-describedby": `${id}-words`, onchange: () => change(box.checked) }));
  return h("div", { class: "check-row" }, box, h("label", { for: id }, h("b", {}, word)), h("p", { class: "hint", id: `${id}-words` }, words));
}
