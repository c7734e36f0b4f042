/** Sounds, made with oscillators and noise. Off until the player turns them on. */

import { settings } from "../settings.js";

/** @typedef {"card" | "locomotive" | "shuffle" | "claim" | "match" | "free" | "ticket" | "ticket-lost" | "turn" | "last" | "win" | "loss" | "no"} SoundName */

/** @type {AudioContext | null} */
let context = null;
let sounding = 0; // never more than two at once

/**
 * @param {SoundName} name
 * @param {number} [cars] of a claimed route: one knock each
 */
export function play(name, cars = 1) {
  if (!settings.sound || sounding >= 2) return;
  context ??= new AudioContext();
  void context.resume();
  sounding += 1;
  setTimeout(() => { sounding -= 1; }, 400);
  SOUNDS[name](context, cars);
}

/** @type {Record<SoundName, (audio: AudioContext, cars: number) => void>} */
const SOUNDS = {
  card: (audio) => noise(audio, 0, 0.05, 3200, 0.5),
  locomotive: (audio) => { noise(audio, 0, 0.05, 3200, 0.5); tone(audio, 0.02, 0.3, 92, 0.5, "triangle"); },
  shuffle: (audio) => { for (let i = 0; i < 8; i += 1) noise(audio, i * 0.035, 0.03, 2400 + 120 * i, 0.35); },
  claim: (audio, cars) => { for (let i = 0; i < Math.min(cars, 6); i += 1) knock(audio, i * 0.06, 210 * 1.06 ** i); },
  match: (audio) => { tone(audio, 0, 0.22, 196, 0.4, "triangle"); tone(audio, 0.12, 0.26, 185, 0.35, "triangle"); },
  free: (audio) => { tone(audio, 0, 0.16, 392, 0.3); tone(audio, 0.12, 0.26, 587, 0.3); },
  ticket: (audio) => { tone(audio, 0, 0.2, 784, 0.35); tone(audio, 0.15, 0.25, 1047, 0.35); },
  "ticket-lost": (audio) => tone(audio, 0, 0.36, 131, 0.5, "triangle"),
  turn: (audio) => { tone(audio, 0, 0.36, 988, 0.2); tone(audio, 0, 0.3, 1976, 0.06); },
  last: (audio) => { tone(audio, 0, 0.36, 1760, 0.1, "sine", 30); noise(audio, 0, 0.36, 1800, 0.08); },
  win: (audio) => [523, 659, 784].forEach((pitch, i) => tone(audio, 0.1 * i, 0.2, pitch, 0.35)),
  loss: (audio) => { tone(audio, 0, 0.2, 392, 0.3); tone(audio, 0.16, 0.24, 311, 0.3); },
  no: (audio) => knock(audio, 0, 95),
};

/** A gain that swells and dies away. @param {AudioContext} audio @param {number} after @param {number} length @param {number} loudness */
function envelope(audio, after, length, loudness) {
  const gain = audio.createGain();
  const start = audio.currentTime + after;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness * settings.volume * 0.6, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  return gain;
}

/**
 * @param {AudioContext} audio
 * @param {number} after
 * @param {number} length
 * @param {number} pitch
 * @param {number} loudness
 * @param {OscillatorType} [shape]
 * @param {number} [tremble] times a second
 */
function tone(audio, after, length, pitch, loudness, shape = "sine", tremble = 0) {
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: pitch });
  oscillator.connect(envelope(audio, after, length, loudness));
  if (tremble) {
    const wobble = new OscillatorNode(audio, { frequency: tremble });
    wobble.connect(new GainNode(audio, { gain: 40 })).connect(oscillator.frequency);
    wobble.start(audio.currentTime + after);
    wobble.stop(audio.currentTime + after + length);
  }
  oscillator.start(audio.currentTime + after);
  oscillator.stop(audio.currentTime + after + length);
}

/** @param {AudioContext} audio @param {number} after @param {number} length @param {number} pitch @param {number} loudness */
function noise(audio, after, length, pitch, loudness) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = 2 * Math.random() - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.2 })).connect(envelope(audio, after, length, loudness));
  source.start(audio.currentTime + after);
}

/** Wood on wood. @param {AudioContext} audio @param {number} after @param {number} pitch */
function knock(audio, after, pitch) {
  tone(audio, after, 0.09, pitch, 0.6, "triangle");
  noise(audio, after, 0.03, pitch * 6, 0.25);
}
