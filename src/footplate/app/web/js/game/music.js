/** Quiet music while a game is open: slow chords and single notes over them, generated, never the same twice. Off until it is turned on. */

import { settings } from "../settings.js";

const BAR = 6; // seconds of a chord
const LOUDNESS = 0.05; // of a note, at full volume
const ROOTS = [0, -3, 5, -5]; // of the chords, in semitones from the keynote: as a train that goes round
const CHORD = [0, 7, 12, 16];
const SCALE = [12, 14, 16, 19, 21, 24]; // pentatonic: nothing in it is wrong over any of the chords
const KEYNOTE = 146.83; // a low D

export class Music {
  /** @param {() => number} [chance] */
  constructor(chance = Math.random) {
    this.chance = chance;
    /** @type {AudioContext | null} */
    this.audio = null;
    this.bar = 0;
    this.next = 0; // when the next chord begins
    this.timer = 0;
  }

  /** Begin or end, as the settings say. */
  settle() {
    const wanted = Boolean(settings.music) && settings.volume > 0;
    if (wanted && !this.audio) this.begin();
    else if (!wanted) this.end();
  }

  begin() {
    this.audio = new AudioContext();
    void this.audio.resume();
    this.next = this.audio.currentTime + 0.2;
    this.timer = setInterval(() => this.goOn(), 1000);
    this.goOn();
  }

  end() {
    clearInterval(this.timer);
    void this.audio?.close();
    this.audio = null;
  }

  /** Write down what sounds soon; nothing while the tab is out of sight. */
  goOn() {
    const { audio } = this;
    if (!audio) return;
    if (document.hidden) this.next = Math.max(this.next, audio.currentTime);
    else while (this.next < audio.currentTime + 2) this.play(audio);
  }

  /** A chord, and up to three notes above it. @param {AudioContext} audio */
  play(audio) {
    const root = ROOTS[this.bar % ROOTS.length];
    for (const step of CHORD) note(audio, this.next, BAR * 1.25, root + step, 0.5);
    for (const beat of [0.25, 0.5, 0.75]) {
      if (this.chance() < 0.6) note(audio, this.next + beat * BAR, BAR / 2, SCALE[Math.floor(this.chance() * SCALE.length)] + (root === -5 ? -5 : 0), 1);
    }
    this.next += BAR;
    this.bar += 1;
  }
}

/** A note that swells and dies away slowly. @param {AudioContext} audio @param {number} start @param {number} length @param {number} step in semitones @param {number} loudness */
function note(audio, start, length, step, loudness) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUDNESS * loudness * settings.volume, start + length * 0.3);
  gain.gain.linearRampToValueAtTime(0, start + length);
  gain.connect(audio.destination);
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency: KEYNOTE * 2 ** (step / 12) });
  oscillator.connect(gain);
  oscillator.start(start);
  oscillator.stop(start + length);
}
