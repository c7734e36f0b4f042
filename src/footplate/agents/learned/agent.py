"""Agents that play what a network says."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.layout import WORK
from footplate.agents.learned.forward import flatten
from footplate.agents.learned.kernel import network_kernel
from footplate.agents.learned.layers import CODES, INPUTS_SEEN, PRIVATE_SEEN, Meaning
from footplate.agents.learned.map_network import AnyNetwork, MapNetwork
from footplate.agents.learned.network import Network
from footplate.arguments import number, refuse
from footplate.compile import Weights
from footplate.encoders import make_actions, make_encoding
from footplate.engine.layout import Records
from footplate.engine.tables import Tables
from footplate.errors import FootplateError, InvalidNetwork

TEMPERATURE = (0.0, 1000.0)  # the least and the greatest

FindNetwork = Callable[[Tables], AnyNetwork]  # for a board and number of players; InvalidNetwork if none fits


def check_network(network: AnyNetwork, name: str) -> None:
    """Raise InvalidNetwork if it can't play on any board."""
    if not isinstance(network, Network | MapNetwork):
        refuse("network", network, "a Network, as load_network gives it")
    try:
        network.check()
    except InvalidNetwork as error:
        raise InvalidNetwork(f"{name} can't play: {error}") from None


def check_history(inputs: int, history: int, board: str) -> None:
    """Raise InvalidNetwork if bots don't remember as much as so many earlier views of a seat."""
    takes, room = inputs * history, WORK["memory"].itemsize
    if takes > room:
        raise InvalidNetwork(
            f"{history} earlier views of {inputs} inputs on {board!r} are {takes} bytes, and bots remember {room}: "
            f"at most {room // inputs} of them"
        )


@lru_cache(maxsize=16)
def weights_for(network: AnyNetwork, tables: Tables, name: str) -> Weights:
    """A network as compiled code reads it on this board; InvalidNetwork unless it fits. Don't change its numbers."""
    check_network(network, name)
    settings = network.settings
    network.check_board(tables, name)
    encoding = make_encoding(settings.encoder, tables, settings.seats, **settings.encoder_options)
    actions = make_actions(settings.actions, tables)
    if encoding.version != settings.encoder_version:
        raise InvalidNetwork(
            f"{name} was trained with version {settings.encoder_version} of the encoder {encoding.name!r}, and this "
            f"version of Footplate has version {encoding.version}: train it again"
        )
    check_history(encoding.size, settings.history, tables.board.name)
    seen = encoding.size * (1 + settings.history)
    memory = encoding.new_memory(1)[0, 0]
    points = {"margin": settings.value_scale, "progress": 1.0}.get(settings.reward, 0.0)
    meaning = Meaning(
        memory.seats, memory.shows_hands, memory.private, actions.number, points, settings.history, int(memory.encoder)
    )
    weights = flatten(network, meaning)
    sizes = [("inputs", INPUTS_SEEN, seen), ("outputs", CODES, actions.size)]
    if network.critic:
        sizes.append(("private inputs", PRIVATE_SEEN, encoding.private_size))
    for what, at, needed in sizes:
        if weights[at] != needed:
            raise InvalidNetwork(
                f"{name} has {weights[at]:.0f} {what}, and a game on {tables.board.name!r} needs {needed}"
            )
    return weights


class NetworkAgent(KernelAgent):
    """Plays the most likely action of a network, or with a temperature one by chance. It does not search."""

    def __init__(self, name: str, find: FindNetwork, temperature: float = 0.0) -> None:
        super().__init__(name, network_kernel, [temperature], decides_all=True)
        self._find = find
        self._tables: Tables | None = None

    def fit(self, tables: Tables) -> None:
        if tables is not self._tables:
            self.weights = weights_for(self._find(tables), tables, self.name)
            self._tables = tables

    def network(self, tables: Tables) -> AnyNetwork:
        """The one that it plays on this board, with so many players."""
        return self._find(tables)

    def records(self) -> Records:
        if self._tables is None:
            raise FootplateError(f"{self.name} must be told first on which board it plays, and with how many (fit)")
        return super().records()


def play_network(network: AnyNetwork, name: str = "network", temperature: float = 0.0) -> NetworkAgent:
    """An agent that plays a network, for instance one that is being trained; InvalidNetwork if it can't play."""
    check_network(network, name)
    number("temperature", temperature, *TEMPERATURE)
    return NetworkAgent(name, lambda tables: network, temperature)
