/** Your own part of the set-up page: name, livery, and settings for the curious. */

import { fill, h, set } from "../dom.js";
import { whatHappened } from "../net.js";
import { LIVERY_NAMES, cardWord, emblem } from "../pieces.js";
import { changeSettings, settings } from "../settings.js";
import { hasPeople } from "./plan.js";

/** @typedef {import("./plan.js").Plan} Plan */

const MOST_SEED = 2 ** 53 - 1; // what a browser counts to exactly

/** Your name; kept when you leave the field. @returns {HTMLElement} */
export function nameField() {
  const input = /** @type {HTMLInputElement} */ (h("input", {
    type: "text", id: "your-name", maxlength: 40, value: settings.name, autocomplete: "nickname",
    onchange: async () => {
      const [before, name] = [settings.name, input.value.trim()];
      try {
        if (name) await changeSettings({ name });
        fill(trouble);
      } catch (error) {
        settings.name = before;
        fill(trouble, whatHappened(error));
      }
      if (input.value.trim() === name) input.value = settings.name; // otherwise somebody types on
    },
  }));
  const trouble = h("p", { class: "start-trouble", role: "alert" });
  return h("div", {}, h("label", { class: "your-name" }, h("span", {}, "Name"), input), trouble);
}

/**
 * Your livery as five trains; those of others are dimmed and say whose they are.
 * @param {Plan} plan
 * @param {(rival: import("./plan.js").Rival) => string} nameOf
 * @param {() => void} changed
 */
export function liveryChoice(plan, nameOf, changed) {
  const row = h("div", { class: "liveries", role: "radiogroup", "aria-label": "Your livery" });
  const reason = h("p", { class: "hint", role: "status" });
  const trains = LIVERY_NAMES.map((name, n) => {
    const livery = n + 1;
    const taken = () => plan.rivals.find((rival) => rival.livery === livery);
    const element = h("button", {
      type: "button", role: "radio", id: `you-${name}`,
      onclick: () => {
        const rival = taken();
        if (rival) fill(reason, `${cardWord(name)} is taken by ${nameOf(rival)}.`);
        else pick(livery);
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowLeft: 4, ArrowUp: 4, ArrowRight: 1, ArrowDown: 1 }[event.key];
        if (!step) return;
        event.preventDefault();
        let next = n;
        do next = (next + step) % 5; while (plan.rivals.some((rival) => rival.livery === next + 1));
        document.getElementById(`you-${LIVERY_NAMES[next]}`)?.focus();
        pick(next + 1);
      },
    }, emblem(livery, 38, 18), h("small", {}, cardWord(name)));
    const update = () => {
      const rival = taken();
      const isMine = plan.you === livery;
      set(element, {
        "aria-checked": String(isMine), "aria-disabled": rival ? "true" : null, tabindex: isMine ? 0 : -1,
        title: rival ? `taken by ${nameOf(rival)}` : null,
        "aria-label": rival ? `${cardWord(name)}, taken by ${nameOf(rival)}` : cardWord(name),
      });
    };
    return { element, update };
  });
  fill(row, trains.map(({ element }) => element));
  const draw = () => trains.forEach(({ update }) => update());
  /** @param {number} livery */
  const pick = (livery) => {
    plan.you = livery;
    fill(reason);
    changeSettings({ livery });
    draw();
    changed();
  };
  draw();
  return { element: h("div", {}, row, reason), draw };
}

/** Seed, who begins, and whether the search may be asked. @param {Plan} plan @param {() => void} changed */
export function moreSettings(plan, changed) {
  const seed = /** @type {HTMLInputElement} */ (h("input", {
    type: "text", inputmode: "numeric", id: "seed", maxlength: 16, placeholder: "by chance", "aria-describedby": "seed-words",
    oninput: () => {
      const digits = seed.value.replace(/\D/g, "");
      seed.value = digits && Number(digits) > MOST_SEED ? String(MOST_SEED) : digits;
      plan.seed = seed.value;
      changed();
    },
  }));
  const lot = /** @type {HTMLInputElement} */ (h("input", {
    type: "checkbox", id: "lot", checked: plan.lot,
    onchange: () => {
      plan.lot = lot.checked;
      changed();
    },
  }));
  const help = /** @type {HTMLInputElement} */ (h("input", {
    type: "checkbox", id: "help", checked: plan.help,
    onchange: () => {
      plan.help = help.checked;
      changed();
    },
  }));
  const helpRow = h("label", { class: "row" }, help, h("span", {}, "Allow help from the search; all see it, and it is then not rated."));
  const words = h("span", { id: "seed-words", class: "hint" });
  const draw = () => {
    const people = hasPeople(plan);
    seed.disabled = people;
    helpRow.hidden = !people;
    fill(words, people ? "Among people the cards fall by chance: a seed would tell you every hand." : "The same seed shuffles the same way; such a game is not rated.");
  };
  draw();
  const element = h("details", { class: "more-settings" }, h("summary", {}, "More settings"),
    h("label", { class: "row" }, lot, h("span", {}, "Draw lots for the order; otherwise you begin.")), helpRow,
    h("label", { class: "row" }, h("span", {}, "Seed"), seed, words));
  return { element, draw };
}
