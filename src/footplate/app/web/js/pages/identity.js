/** The part of the profile that says in which browsers you are known, signs them out, and has the recovery code. */

import { fill, h } from "../dom.js";
import { copyField } from "../links.js";
import { ask, get, whatHappened } from "../net.js";
import { plural } from "../pieces.js";
import { ago } from "../setup/unfinished.js";
import { askedTwice } from "./frame.js";

/** @typedef {import("../types").KnownBrowser} KnownBrowser */

/** @param {number} games of the player, which nobody finds again without a browser or a code */
export function identityPanel(games) {
  const body = h("div", {});
  const trouble = h("p", { class: "start-trouble", role: "alert" });
  /** @param {() => Promise<void>} act */
  const tried = (act) => act().then(() => fill(trouble), (error) => fill(trouble, whatHappened(error)));
  const draw = async () => {
    /** @type {[KnownBrowser[], import("../types").Me]} */
    const [browsers, me] = await Promise.all([get("/api/me/browsers"), get("/api/me")]);
    const isLast = browsers.length === 1 && !me.has_code;
    const lost = isLast && games > 0 ? `Without a recovery code nobody finds your ${plural(games, "game")} again.` : "";
    fill(body,
      browsers.length > 0 && h("ul", { class: "browser-list" }, browsers.map((browser) => browserRow(browser, browser.here ? lost : "", tried, draw))),
      browsers.length > 0 && codeMaker(me.has_code, tried),
      codeTaker(lost, tried));
  };
  void tried(draw);
  return h("section", { class: "panel", "aria-labelledby": "identity-title" },
    h("h2", { class: "caps", id: "identity-title" }, "Where you are known"), body, trouble);
}

/** @typedef {(act: () => Promise<void>) => void} Tried */

/** @param {KnownBrowser} browser @param {string} lost @param {Tried} tried @param {() => Promise<void>} draw */
function browserRow(browser, lost, tried, draw) {
  const signOut = async () => {
    await ask("DELETE", `/api/me/browsers/${browser.id}`);
    if (!browser.here) return draw();
    startAnew("#/");
  };
  return h("li", {},
    h("span", { class: "game-words" }, h("b", {}, browser.name), h("small", {}, browser.here ? "this browser" : `last used ${ago(browser.seen)}`)),
    askedTwice("Sign out", `${lost} Sign out ${browser.here ? "here" : browser.name}?`.trim(), "Sign out", () => tried(signOut)));
}

/** @param {boolean} hasCode @param {Tried} tried */
function codeMaker(hasCode, tried) {
  const place = h("div", { class: "acts" });
  const make = async () => showCode(place, (await ask("POST", "/api/me/code")).code);
  const word = hasCode ? "New recovery code" : "Make a recovery code";
  fill(place, hasCode
    ? askedTwice(word, "The earlier code is then no longer good.", "Make a new one", () => tried(make))
    : h("button", { type: "button", class: "btn ghost small", onclick: () => tried(make) }, word));
  return h("div", {},
    h("p", { class: "hint" }, "A recovery code brings you back when a browser has forgotten you, and makes you known in another one."), place);
}

/** A code, this once. @param {HTMLElement} place @param {string} code @param {...HTMLElement} more */
function showCode(place, code, ...more) {
  const [field, button] = copyField("Recovery code", code);
  fill(place, h("div", { class: "recovery-code", role: "group", "aria-label": "Your recovery code" }, field, button),
    h("p", { class: "hint", role: "status" }, "Write it down: it is not shown again. It is good once."), ...more);
  field.focus();
}

/** @param {string} lost @param {Tried} tried */
function codeTaker(lost, tried) {
  const field = /** @type {HTMLInputElement} */ (h("input", {
    type: "text", id: "recovery-code", maxlength: 60, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true,
  }));
  const use = async () => {
    const { code } = await ask("POST", "/api/me/recover", { code: field.value });
    const go = h("button", { type: "button", class: "btn small", onclick: () => startAnew("#/profile") }, "I have written it down");
    showCode(form, code, h("p", { class: "hint" }, "You are back. The code that you typed is used up; this is your next one."), go);
  };
  const form = h("form", {
    class: "recovery-form",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      tried(use);
    },
  }, h("label", { for: "recovery-code" }, "I have a recovery code"),
  h("div", { class: "recovery-code" }, field, h("button", { type: "submit", class: "btn ghost small" }, "Use it")),
  lost && h("p", { class: "hint" }, `This browser is somebody else's then. ${lost}`));
  return form;
}

/** Another player is here now, or nobody: nothing of the one before stays on the page. @param {string} page */
function startAnew(page) {
  localStorage.clear();
  location.hash = page;
  location.reload();
}
