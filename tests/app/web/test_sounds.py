"""The sounds as a loudspeaker gets them: heard, soft and short, each different, and silent when they should be."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page

SOUNDS = ["card", "locomotive", "shuffle", "claim", "ticket", "ticket-lost", "turn", "last", "win", "loss", "no"]
LONGEST = 0.4  # seconds
LOUDEST, SOFTEST = 0.5, 0.02  # of what a loudspeaker can do, at full volume
APART = 1.3  # times as loud, as long or as many turns; the nearest two, "ticket" and "win", have no noise in them

# A sound, played into memory: its loudest moment, when it is over, and how often it changes its sign in a second.
HEAR = """async ({ name, volume, on, cars }) => {
  const { settings } = await import("/js/settings.js");
  Object.assign(settings, { sound: on, volume });
  const audio = new OfflineAudioContext(1, 44100, 44100);
  audio.resume = async () => {};
  window.AudioContext = function () { return audio; };
  const { play } = await import(`/js/game/sound.js?${Math.random()}`);
  play(name, cars);
  const samples = (await audio.startRendering()).getChannelData(0);
  const last = samples.findLastIndex((sample) => Math.abs(sample) > 0.002);
  const turns = samples.reduce((n, sample, i) => n + (i > 0 && sample * samples[i - 1] < 0 ? 1 : 0), 0);
  return { loudest: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0), over: last / 44100, turns };
}"""


def hear(page: Page, name: str, volume: float = 1, on: bool = True, cars: int = 1) -> dict[str, Any]:
    page.goto("/#/help")  # where nothing else sounds
    heard: dict[str, Any] = page.evaluate(HEAR, {"name": name, "volume": volume, "on": on, "cars": cars})
    return heard


@pytest.mark.parametrize(("name", "cars"), [*((name, 1) for name in SOUNDS), ("claim", 6)])
def test_every_sound_is_heard_soft_and_short(page: Page, name: str, cars: int):
    heard = hear(page, name, cars=cars)
    assert SOFTEST < heard["loudest"] < LOUDEST
    assert 0.01 < heard["over"] < LONGEST


def test_sounds_differ(page: Page):
    heard = {name: hear(page, name) for name in SOUNDS}
    for one, other in combinations(SOUNDS, 2):
        pairs = zip(heard[one].values(), heard[other].values(), strict=True)
        assert max(max(a / b, b / a) for a, b in pairs) > APART, (one, other)


def test_a_long_route_knocks_once_for_every_car(page: Page):
    assert hear(page, "claim", cars=6)["over"] > hear(page, "claim", cars=1)["over"] + 5 * 0.05


def test_the_volume_counts_and_mute_is_silent(page: Page):
    full, half = hear(page, "turn")["loudest"], hear(page, "turn", volume=0.5)["loudest"]
    assert half == pytest.approx(full / 2, rel=0.1)
    assert hear(page, "turn", volume=0)["loudest"] < 0.001
    assert hear(page, "turn", on=False)["loudest"] == 0
