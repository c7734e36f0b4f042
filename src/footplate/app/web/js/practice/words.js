/** All that the practice page says by itself; what a step asks for comes from the server (app/views/practice.py). */

export const WORDS = {
  page: "First turns",
  about: "practice, five cities, nothing is kept",
  how: "Learn by doing: every step is an action of yours.",
  label: "Practice",
  loading: "The practice is being set up …",
  preparing: "The practice begins when that is done.",
  step: (/** @type {number} */ step, /** @type {number} */ of) => `${step} of ${of}`,
  done: "done",
  keys: "Keys",
  skip: "Skip, play a real game",
  back: "Back one step",
  time: "about 2 minutes",
  play: "Play a real game",
  again: "Once more",
  rules: "Read the rules",
  home: "Footplate: to the start",
  map: "Map",
};
