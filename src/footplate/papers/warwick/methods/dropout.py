"""Fujita's dropout: a search with a network of which a share of the units is left out, others at every decision."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np

from footplate.agents.adaptive.profile import Profiles
from footplate.agents.base import Budget
from footplate.agents.learned.agent import FindNetwork, weights_for
from footplate.agents.learned.map_network import FIRST_LAYERS, AnyNetwork, MapNetwork, Tensors
from footplate.agents.learned.network import AnyLayer, Floats
from footplate.agents.learned.search_agent import NetworkSearchAgent
from footplate.agents.search.options import NetworkSearchOptions
from footplate.agents.search.searcher import MoveFigures, Searcher
from footplate.compile import array_address
from footplate.engine.tables import Tables
from footplate.errors import FootplateError
from footplate.observation import Observation
from footplate.papers.warwick.methods.choices import DROPOUT
from footplate.papers.warwick.methods.steered import SteeredAgent

MOST = 0.95  # of the units, at a strength of 0


def damaged(network: AnyNetwork, share: float, chance: np.random.Generator) -> AnyNetwork:
    """The network without this share of what its layers get from the layers before; the rest counts for more."""

    def less(weight: Floats) -> Floats:
        kept = chance.random(len(weight)) >= share
        return (weight * (kept / (1 - share))[:, None]).astype(np.float32)

    def damage(layers: tuple[AnyLayer, ...]) -> tuple[AnyLayer, ...]:
        first, *others = layers
        return first, *(replace(layer, weight=less(layer.weight)) for layer in (other.dense() for other in others))

    def damage_map(tensors: Tensors) -> Tensors:
        is_whole = {name: name in FIRST_LAYERS or tensor.ndim == 1 for name, tensor in tensors.items()}
        return {name: tensor if is_whole[name] else less(tensor) for name, tensor in tensors.items()}

    if isinstance(network, MapNetwork):
        return replace(network, actor=damage_map(network.actor), critic=damage_map(network.critic))
    return replace(network, actor=damage(network.actor), critic=damage(network.critic) if network.critic else ())


class DamagedSearch(NetworkSearchAgent):
    """Searches with a network that may be damaged anew before every decision."""

    def __init__(self, name: str, find: FindNetwork, options: NetworkSearchOptions) -> None:
        super().__init__(name, find, options)
        self._find_whole = find

    def leave_out(self, share: float, chance: Random) -> None:
        if self._tables is None:
            raise FootplateError(f"{self.name} must be told first on which board it plays, and with how many (fit)")
        network = damaged(self._find_whole(self._tables), share, np.random.default_rng(chance.getrandbits(64)))
        self._damaged = weights_for(network, self._tables, self.name)  # kept as long as its address is used
        for searcher in self._searchers:
            searcher.fields["weights"] = array_address(self._damaged)


class DropoutAgent(SteeredAgent):
    """Steered as the other methods are, with a network's search."""

    def __init__(
        self,
        name: str,
        find: FindNetwork,
        options: NetworkSearchOptions,
        win_rate: float,
        reaction: float,
        profiles: Profiles,
    ) -> None:
        super().__init__(name, DROPOUT, options, win_rate, reaction, profiles)
        self._search: DamagedSearch = DamagedSearch(name, find, options)

    def fit(self, tables: Tables) -> None:
        self._search.fit(tables)

    def think(
        self, observation: Observation, budget: Budget, began: float
    ) -> tuple[Searcher, MoveFigures, MoveFigures]:
        self._search.fit(observation.tables)
        self._search.leave_out(MOST * (1 - self.strength()), self._chance)
        return super().think(observation, budget, began)
