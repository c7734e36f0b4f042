"""What moves a network: one whose weights say it."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from footplate.agents.learned.network import Layer, Network
from footplate.boards import load_board
from footplate.encoders import make_actions, make_encoding
from footplate.engine.tables import make_tables
from footplate.errors import InvalidNetwork
from footplate.learning.influence import changes_on, influences
from footplate.maps.route_effects import draw_effects
from tests.support.networks import SETTINGS

TABLES = make_tables(load_board("small"), 2)


def network_of(block: str, place: int, code: int) -> Network:
    """It likes an action the better, the more there is at a place of a block, and looks at nothing else."""
    encoding, actions = make_encoding("vector", TABLES), make_actions("lean", TABLES)
    weight = np.zeros((encoding.size, actions.size), np.float32)
    marked = np.zeros(encoding.size, np.int8)
    encoding.views(marked)[block].reshape(-1)[place] = 1
    weight[marked.argmax(), code] = 1.0
    settings = replace(SETTINGS, encoder="vector", encoder_version=encoding.version)
    return Network(settings, (Layer(weight, np.zeros(actions.size, np.float32)),))


def test_a_card_moves_the_action_that_depends_on_it_and_so_all_others_a_little() -> None:
    kind = 1
    found = influences(network_of("hand", kind, 0), TABLES, 40, seed=1)
    (action,) = {one.action for one in found} & {make_actions("lean", TABLES).text(0)}
    moved = {one.change.name: one.difference.mean for one in found if one.action == action}
    names = [change.name for change in changes_on(TABLES) if change.kind == kind]
    assert [name for name, difference in moved.items() if abs(difference) > 1e-6] == names
    assert moved[names[0]] > 0.05
    others = [one for one in found if one.action != action and one.change.name == names[0]]
    assert others
    assert all(one.difference.mean <= 0 for one in others)


def test_networks_that_it_does_not_know() -> None:
    network = network_of("hand", 0, 0)
    with pytest.raises(InvalidNetwork, match="plays on the board 'small', not on 'mini'"):
        influences(network, make_tables(load_board("mini"), 2), 10, 1)
    with pytest.raises(InvalidNetwork, match="that remembers"):
        influences(replace(network, settings=replace(network.settings, history=2)), TABLES, 10, 1)


def test_effects_are_drawn_by_their_size() -> None:
    board = load_board("small")
    page = draw_effects(board, "effects", {"claim": (0, {1: 0.5, 2: -0.25, 3: 0.0}), "other": (1, {0: 0.1})})
    titles = [one.text for one in ElementTree.fromstring(page).iter("{http://www.w3.org/2000/svg}title")]
    assert sum("points" in (title or "") for title in titles) == 4
    assert any("+50.00 points" in (title or "") for title in titles)
    assert titles.count("what it claims") == 2
