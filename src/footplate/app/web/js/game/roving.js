/** One tab stop for a group of buttons; arrows, Home and End move inside it. */

/** @type {Record<string, 1 | -1>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * @param {HTMLElement} group
 * @param {string} selector of the buttons
 * @returns {() => void} to be called when the buttons have changed
 */
export function roving(group, selector) {
  const buttons = () => /** @type {HTMLElement[]} */ ([...group.querySelectorAll(selector)]);
  const settle = () => {
    const all = buttons();
    const current = all.find((button) => button === document.activeElement) ?? all.find((button) => button.tabIndex === 0) ?? all[0];
    for (const button of all) button.tabIndex = button === current ? 0 : -1;
  };
  group.addEventListener("focusin", settle);
  group.addEventListener("keydown", (event) => {
    const all = buttons();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const ends = { Home: 0, End: all.length - 1 };
    const step = STEPS[event.key];
    const next = step ? (at + step + all.length) % all.length : ends[/** @type {"Home" | "End"} */ (event.key)];
    if (next === undefined) return;
    event.preventDefault();
    all[next].focus();
  });
  settle();
  return settle;
}
