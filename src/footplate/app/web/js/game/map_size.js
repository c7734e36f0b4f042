/** The map is drawn anew when its panel changes its size. */

import { get } from "../net.js";
import { isSmall } from "./state.js";

const SMALLEST_MAP = 700; // pixels: a map is never drawn narrower, small screens zoom

/**
 * @param {Pick<import("./actions.js").Actions, "state" | "change">} actions
 * @param {HTMLElement} panel
 * @param {() => boolean} zooms whether the map is larger than its panel and zooms
 * @returns {() => void} stops watching
 */
export function watchSize(actions, panel, zooms = isSmall) {
  const { state } = actions;
  let timer = 0;
  let wanted = "";
  const draw = async () => {
    const { clientWidth: width, clientHeight: height } = panel;
    if (width < 40 || height < 40) return;
    const zoomable = zooms();
    const scale = zoomable ? Math.max(1, SMALLEST_MAP / width) : 1;
    const size = `width=${Math.max(240, Math.floor(width * scale))}&height=${Math.max(240, Math.floor(height * scale))}`;
    if (size === wanted) return;
    wanted = size;
    const geometry = await get(`/api/boards/${encodeURIComponent(state.view.board)}/map?${size}`);
    if (size === wanted) actions.change({ map: { geometry, zoomable } });
  };
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    panel.ariaBusy = "true";
    const mine = timer = setTimeout(async () => {
      await draw();
      if (timer === mine) panel.ariaBusy = "false";
    }, state.map ? 150 : 0);
    actions.change({ size: `${panel.clientWidth} ${panel.clientHeight}` });
  });
  observer.observe(panel);
  return () => observer.disconnect();
}
