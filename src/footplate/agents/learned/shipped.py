"""The networks that come with the package, by kind and name: KIND.NAME.safetensors, or KIND.NAME.2-players.safetensors
where different networks play with different numbers of players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from footplate.agents.kinds import Trained
from footplate.agents.learned.map_network import ANY_BOARD, AnyNetwork, load_any_network
from footplate.agents.learned.network import load_settings
from footplate.engine.tables import Tables
from footplate.errors import InvalidNetwork
from footplate.words import listed

OURS = Path(__file__).parent / "weights"


@dataclass(frozen=True)
class ShippedNetworks:
    """The networks of a kind, in a folder of the package."""

    kind: str
    folder: Path = OURS

    def trained(self) -> tuple[Trained, ...]:
        return tuple(self.files.values())

    @cached_property
    def files(self) -> dict[Path, Trained]:
        found = {}
        for path in sorted(self.folder.glob(f"{self.kind}.*.safetensors")):
            settings = load_settings(path)
            found[path] = Trained(path.name.split(".")[1], settings.board, settings.rules_hash, settings.players)
        return found

    def find(self, name: str, tables: Tables) -> AnyNetwork:
        """The one of that name for a board and number of players; InvalidNetwork if none fits.

        Without a name it is the board's own, or else the one that plays any map.
        """
        found = {path: one for path, one in self.files.items() if name in ("", one.name)}
        here = [path for path, one in found.items() if one.rules_hash == tables.board.rules_hash]
        here += [path for path, one in found.items() if one.board == ANY_BOARD]
        for path in here:
            if tables.players in found[path].players:
                return _load(path)
        called = f"{self.kind}:{name}" if name else self.kind
        board, n = tables.board.name, tables.players
        if here:
            known = sorted({players for path in here for players in found[path].players})
            raise InvalidNetwork(f"{called} plays on {board!r} with {listed(known, 'or')} players, not with {n}")
        boards = dict.fromkeys(one.board for one in found.values())
        there = f"on {listed([repr(board) for board in boards], 'or')}" if boards else "nowhere yet"
        raise InvalidNetwork(f"{called} has no network for the board {board!r}; it plays {there}")


@cache
def _load(path: Path) -> AnyNetwork:
    return load_any_network(path)
