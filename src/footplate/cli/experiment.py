"""An experiment as a TOML file: what ``footplate match`` plays and writes, under the names of its options.

    agents = ["hoarder", "ismcts:iterations=500"]
    boards = ["small:warwick", "mini"]  # a match on each; or board = "small:warwick"
    games = 100
    seed = 7                # of the deals
    agent-seeds = [1, 2]    # of each agent's own chance
    save = "games.txt"

All but ``agents`` may be left out. Options of the command line count more than the file.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import typer

from footplate.arguments import instance, listed, number, plain_text, seed_number, thread_count, whole
from footplate.cli.output import MAX_GAMES
from footplate.errors import InvalidArgument
from footplate.words import listed as in_words

LEAST_SECONDS = 0.001  # for a move
MOST_VERBOSE = 2

Check = Callable[[str, Any], Any]  # of a key and its value; what the option is given


def _agents(key: str, value: Any) -> list[str]:
    agents = listed(key, value, 'a list of texts, such as ["greedy", "random"]')
    return [plain_text(f"{key}, number {n}", agent, "greedy") for n, agent in enumerate(agents, start=1)]


def _boards(key: str, value: Any) -> list[str]:
    boards = listed(key, value, 'a list of texts, such as ["small", "mini"]')
    found = [plain_text(f"{key}, number {n}", board, "small:warwick") for n, board in enumerate(boards, start=1)]
    if not found or len(set(found)) < len(found):
        raise InvalidArgument(f"{key}: {value!r}, but it must name one board or more, each once")
    return found


def _agent_seeds(key: str, value: Any) -> str:
    seeds = listed(key, value, "a list of whole numbers, one for each agent, such as [1, 2]")
    return ",".join(str(seed_number(seed, f"{key}, number {n}")) for n, seed in enumerate(seeds, start=1))


def _text(example: str) -> Check:
    return lambda key, value: plain_text(key, value, example)


def _whole(least: int, most: int) -> Check:
    return lambda key, value: whole(key, value, least, most)


def _is_on(key: str, value: Any) -> bool:
    return instance(key, value, bool, "true or false")


KEYS: Mapping[str, Check] = {
    "agents": _agents,
    "board": _text("small:warwick"),
    "boards": _boards,
    "games": _whole(1, MAX_GAMES),
    "seed": lambda key, value: seed_number(value, key),
    "agent-seeds": _agent_seeds,
    "threads": lambda key, value: thread_count(value, key),
    "seconds-per-move": lambda key, value: number(key, value, LEAST_SECONDS),
    "until-certain": _is_on,
    "save": _text("games.txt"),
    "scores": _text("scores.csv"),
    "times": _is_on,
    "log-search": _text("search.jsonl"),
    "verbose": _whole(0, MOST_VERBOSE),
}
_PARAMETERS = {"seconds-per-move": "seconds"}  # of the command, where it is not the key with underscores


def read_experiment(file: Path) -> dict[str, Any]:
    """The experiment in the file, by parameters of the command; a wrong one is refused with what is right."""
    try:
        with file.open("rb") as data:
            return _checked(tomllib.load(data))
    except OSError as error:
        _refuse(f"{file} can't be read: {error.strerror}")
    except InvalidArgument as error:
        _refuse(f"{file}: {error}")
    except (ValueError, RecursionError) as error:
        _refuse(f"{file} is no TOML: {error}")


def _refuse(reason: str) -> NoReturn:
    raise typer.BadParameter(reason, param_hint="--config") from None


def _checked(data: Mapping[str, Any]) -> dict[str, Any]:
    for key in data:
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise InvalidArgument(f"there is no key {key!r}{hint}; there are {in_words(list(KEYS))}")
    if "board" in data and "boards" in data:
        raise InvalidArgument("it names a board and boards; leave one of them out")
    return {_PARAMETERS.get(key) or key.replace("-", "_"): KEYS[key](key, value) for key, value in data.items()}
