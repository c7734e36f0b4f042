/** Making elements. `h("div", {class: "x", onclick: f}, "text", child)`; `s` does the same for SVG. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @returns {T}
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    } else {
      element.removeAttribute(name);
    }
  }
  return element;
}

/**
 * @template {Element} T
 * @param {T} element
 * @param {(Child | Child[])[]} children
 * @returns {T}
 */
export function fill(element, ...children) {
  const nodes = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...nodes.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(set(document.createElement(tag), attributes), ...children);
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  return fill(set(element, attributes), ...children);
}
