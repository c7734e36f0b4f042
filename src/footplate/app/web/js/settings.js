/** The player's settings: kept on the server, with a copy in the browser so that the first paint has the right theme. */

import { ask, get } from "./net.js";

const KEY = "footplate-settings";

/** @type {{ theme: "light" | "dark" | "auto", sound: boolean, volume: number, tutorialDone: boolean, name: string, livery: number, [key: string]: unknown }} */
export const settings = { theme: "auto", sound: false, volume: 0.5, tutorialDone: false, name: "", livery: 1 };

/** What the server is run for. */
export const server = { study: false };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener @returns {() => void} stops listening */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function theme() {
  if (settings.theme !== "auto") return settings.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function apply() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.text = String(settings.textSize ?? "100");
  for (const listener of listeners) listener();
}

export async function loadSettings() {
  Object.assign(settings, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  apply();
  const me = await get("/api/me");
  Object.assign(settings, me.settings, { name: me.name });
  server.study = me.study;
  apply();
}

/** @param {Partial<typeof settings>} changes */
export async function changeSettings(changes) {
  Object.assign(settings, changes);
  localStorage.setItem(KEY, JSON.stringify(settings));
  apply();
  const { name, ...rest } = settings;
  await ask("PATCH", "/api/me", changes.name ? { name, settings: rest } : { settings: rest });
}

export const toggleTheme = () => changeSettings({ theme: theme() === "dark" ? "light" : "dark" });
export const toggleSound = () => changeSettings({ sound: !settings.sound });

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
