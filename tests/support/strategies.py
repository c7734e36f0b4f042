"""Random boards and random games for property tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from footplate.agents import agent_kinds
from footplate.boards import Board, load_board
from footplate.boards.limits import COLOURS
from footplate.game import Game
from tests.support.claim_boards import with_claim_rules


def board_data(rng: random.Random) -> dict[str, Any]:
    """A small sound board with rules drawn at random: doubles, triples, ferries, bonuses, few cards, few tickets."""
    n = rng.randint(2, 8)
    cities = [{"name": f"City {i}", "x": (i % 3) / 3 + 0.1, "y": (i // 3) / 3 + 0.1} for i in range(n)]
    colours = rng.sample(COLOURS, rng.randint(2, 6))
    locomotives = rng.randint(0, 8)
    longest = rng.randint(1, 4)
    links = [(rng.randrange(i), i) for i in range(1, n)]
    links += [pair for pair in ((i, j) for j in range(n) for i in range(j)) if pair not in links and rng.random() < 0.3]
    routes, triples = [], []
    for pair, (i, j) in enumerate(links):
        a, b = cities[i]["name"], cities[j]["name"]
        length, tracks = rng.randint(1, longest), rng.choice((1, 1, 1, 2, 2, 3))
        if tracks == 3:
            triples.append([a, b])
        for colour in rng.sample([*colours, "grey"], min(tracks, len(colours))):
            needed = rng.choice((0, 0, 0, 1)) if min(length, locomotives) > 0 else 0
            routes.append({"a": a, "b": b, "length": length, "color": colour, "pair": pair, "locomotives": needed})
    for route in routes:
        route["double"] = int(sum(other["pair"] == route["pair"] for other in routes) > 1)
        route["tunnel"] = False
    trains = max(6, rng.randint(longest * (n - 1), longest * (n - 1) + 12))
    tickets = []
    for _ in range(rng.randint(2, 12)):
        a, b = rng.sample([city["name"] for city in cities], 2)
        tickets.append({"a": a, "b": b, "points": rng.randint(1, 12), "long": False})
    first, later = rng.randint(1, min(3, len(tickets) // 2)), rng.randint(1, 3)
    special: dict[str, Any] = {"triple_routes": triples} if triples else {}
    if rng.random() < 0.4:
        special |= {"attractions": [city["name"] for city in cities[: n // 2]], "attraction_points": rng.randint(1, 3)}
    special |= _bonuses(rng, [city["name"] for city in cities])
    if rng.random() < 0.3:
        special["two_cards_at_once"] = True
    most_players = 2
    initial_cards, face_up = rng.randint(1, 4), rng.choice((0, 3, 5, 5))
    least_cards = most_players * initial_cards + face_up - locomotives
    return {
        "name": "random",
        "title": "A random board",
        "players": [1, most_players],
        "trains": trains,
        "colors": colours,
        "cards_per_color": max(rng.randint(2, 9), longest, -(-least_cards // len(colours))),
        "locomotives": locomotives,
        "initial_cards": initial_cards,
        "face_up": face_up,
        "max_face_up_locomotives": rng.choice((None, 2, 3)) if face_up else None,
        "initial_tickets": {"deal": first, "keep": rng.randint(1, first)},
        "draw_tickets": {"deal": later, "keep": rng.randint(1, later)},
        "route_points": {str(k): 2 * k - 1 for k in range(1, longest + 1)},
        "longest_path_bonus": rng.choice((None, 10)),
        "globetrotter_bonus": rng.choice((None, 15)),
        "end_trains": rng.randint(0, 3),
        "double_routes_min_players": rng.randint(2, 4),
        "tie_breaks": rng.sample(("tickets", "longest_path", "fewest_stations", "passengers"), rng.randint(0, 4)),
        "layout": {"aspect": 1.2},
        "cities": cities,
        "routes": routes,
        "tickets": tickets,
        "special": special,
        "sources": [],
        "notes": [],
    }


def _bonuses(rng: random.Random, cities: list[str]) -> dict[str, Any]:
    """Some of the rules of ``boards/bonuses.py``."""
    special: dict[str, Any] = {}
    if rng.random() < 0.3:
        parts = [cities[i : i + 3] for i in range(0, len(cities), 3)]
        special["districts"] = [{"value": rng.randint(1, 9) * (len(part) > 1), "cities": part} for part in parts]
    if rng.random() < 0.3:
        points = {str(n + 1): 5 * n + rng.randint(0, 5) for n in range(rng.randint(1, 5))}
        special["grand_tour_bonus"] = {"by_number_of_tickets": points}
    if rng.random() < 0.3:
        costs = [rng.randint(1, 2) for _ in range(rng.randint(1, 3))]
        special["stations"] = {"cost_cards": costs, "unused_points": rng.randint(0, 4)}
    if rng.random() < 0.3:
        colours = rng.sample(COLOURS, rng.randint(1, 4))
        waiting = {city: rng.randint(0, 4) for city in cities[1:]}
        waiting[cities[0]] = len(colours) - sum(waiting.values()) % len(colours)
        special["passengers"] = {"per_city": waiting, "colors": colours, "most": 20, "second": rng.randint(0, 10)}
    return special


def board_of(rng: random.Random) -> Board:
    """A random board; on every other one claims are paid in other ways, too."""
    data = board_data(rng)
    return Board.from_dict(with_claim_rules(rng, data) if rng.random() < 0.5 else data)


# Generators made of one drawn number each: those of Hypothesis, which draw every choice, take longer than the games.
chances = st.integers(0, 2**64 - 1).map(random.Random)
random_boards = chances.map(board_of)


COMMON = (
    *("small", "small:warwick", "small:warwick+pairs", "mini", "t2r", "t2r:different+open", "t2r:private"),
    *("new_york", "usa_1910"),
)


@st.composite
def games_in_play(draw: st.DrawFn, names: Sequence[str] = COMMON) -> Game:
    """A game some random actions into it (perhaps to its end), on a random board or one of the catalogue."""
    players = draw(st.integers(1, 5))
    board = draw(random_boards | st.sampled_from(names).map(load_board))
    game = Game(board, at_most(board, players), seed=draw(st.integers(0, 2**64 - 1)))
    choices = draw(chances)
    for _ in range(draw(st.integers(0, 120))):
        if game.is_over:
            break
        game.push(choices.choice(game.legal_actions()))
    return game


def at_most(board: Board, players: int) -> int:
    """``players``, or fewer if the board has too few cards to deal to so many."""
    cards = board.rules.cards_per_color * len(board.colors) + board.rules.locomotives
    return min(players, (cards - board.rules.face_up) // board.rules.initial_cards)


FOREIGN = ("evil.py:Bot", "./evil.py:Bot:x=1", "evil.sub:Bot", "os.path:join", "cmd:ls -l", " cmd: touch x", "/x/y:Bot")


def spec_of(rng: random.Random, depth: int = 3) -> str:
    """A spec string as people, strangers and typing errors make them; ``mixed`` has parts of parts."""
    kinds = {kind.name: kind for kind in agent_kinds()}
    name = rng.choice(["mixed", "mixed", "mixed", "cheating-mcts", "adaptive", *kinds, *FOREIGN, "nobody"])
    keys = [*kinds[name].parameters, "profile", "threads"] if name in kinds else []
    items = []
    for key in rng.choices(keys, k=rng.randint(0, 3)) if keys else ():
        if key in kinds[name].parts and depth:
            value = spec_of(rng, depth - 1)
            value = rng.choice([value, f"[{value}]", f" [ {value} ] "])
        else:
            value = rng.choice(["1", "0.5", "7", "true", "turn", "trains", "./evil.py", "x" * 40, "", "1e99"])
        items.append(rng.choice([f"{key}={value}", f" {key} = {value}", key] if depth == 0 else [f"{key}={value}"]))
    text = f"{name}:{','.join(items)}" if items else name
    if rng.random() < 0.1:
        at, more = rng.randint(0, len(text)), rng.choices("[],;:= '\"./\x00é", k=rng.randint(0, 3))
        text = text[:at] + "".join(more) + text[at:]
    return text


agent_specs = chances.map(spec_of)
