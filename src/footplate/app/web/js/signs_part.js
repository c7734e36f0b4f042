/** "Your turn: tell me": which signs there are that it is one's turn; part of the host's page and of the settings. */

import { h } from "./dom.js";
import { checkRow } from "./pages/frame.js";
import { toolButton } from "./pieces.js";
import { changeSettings, settings } from "./settings.js";

const REFUSED = "Your browser refuses. Allow it in its settings.";

/** What stands in a panel. @returns {HTMLElement} */
export const signsPart = () => h("div", {}, h("h2", { id: "signs-title" }, "Your turn: tell me"), rows());

/** The same behind the bell of a game. @param {() => void} close @returns {(import("./dom.js").Child | import("./dom.js").Child[])[]} */
export const signsContent = (close) => [h("h2", {}, "Your turn: tell me", toolButton("close", "Close", { onclick: close })), rows()];

function rows() {
  return [
    checkRow("sign-icon", "Lamp on the tab's icon", "The title always says “● Your turn: Footplate”.", settings.signs !== false, (signs) => changeSettings({ signs })),
    checkRow("sign-bell", "One bell", "With the sounds of the game; after 20 s once more, if the tab is out of sight.", settings.sound, (sound) => changeSettings({ sound })),
    notifyRow(),
    checkRow("sign-named", "Name me in webhooks", "A host may have an address told whose turn it is. Without this, it is told the colour of your trains.", Boolean(settings.named), (named) => changeSettings({ named })),
  ];
}

/** The browser is asked only when this is clicked. */
function notifyRow() {
  const words = "On this device. Shown only while the tab is out of sight.";
  const row = checkRow("sign-notify", "Browser notification", words, Boolean(settings.notifies) && allowed() === "granted", async (wanted) => {
    const answer = wanted ? await permission() : "denied";
    const box = /** @type {HTMLInputElement} */ (row.querySelector("input"));
    const hint = /** @type {HTMLElement} */ (row.querySelector(".hint"));
    box.checked = answer === "granted";
    hint.textContent = wanted && answer !== "granted" ? REFUSED : words;
    await changeSettings({ notifies: box.checked });
  });
  return row;
}

const allowed = () => ("Notification" in window ? Notification.permission : "denied");
const permission = async () => ("Notification" in window ? Notification.requestPermission() : "denied");
