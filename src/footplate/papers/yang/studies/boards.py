"""Yang et al.: the board and its size (Tables 2 and 3, III-B), and versions of the game (Tables 5 and 6, Appendix A).

Of the 13 versions the catalogue has six. Nothing is played: every figure of ours is counted.

Appendix A prints the correlation between being a double edge and how often an edge is visited "by the shortest path of
a destination ticket". It doesn't say what counts where a ticket has several shortest paths: several readings are tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import log10

import numpy as np

from footplate.arena.statistics import Estimate
from footplate.boards import Board, load_board
from footplate.boards.analysis import BoardStats, board_graph, board_stats, shortest_path
from footplate.boards.limits import GREY
from footplate.boards.paths import shortest_paths
from footplate.studies.published import Place, beside, exactly, rounded
from footplate.studies.study import Printed, Study, StudyRun, StudyTable

Graph = Mapping[str, Mapping[str, int]]  # by city its neighbours, and how far they are
Link = frozenset[str]
Visits = dict[Link, float]

CHOICES = 4000  # of one shortest path for each ticket

IN_PARTS = "several shortest paths count in parts"
ONE_BY_CHANCE = "one shortest path of each ticket, by chance"
FEWEST_EDGES = "fewest edges instead of segments, in full"


def ways(graph: Graph, a: str, b: str) -> list[list[Link]]:
    """All shortest paths, each as its links."""
    left = {city: path.segments for city, path in shortest_paths(graph, b).items()}

    def onward(city: str) -> Iterator[list[str]]:
        if city == b:
            yield [city]
        for other, length in graph[city].items():
            if left.get(other, np.inf) + length == left[city]:
                yield from ([city, *rest] for rest in onward(other))

    return [[frozenset(link) for link in pairwise(path)] for path in onward(a)] if a in left else []


def ways_of_tickets(board: Board, graph: Graph) -> list[list[list[Link]]]:
    """By ticket, or by each two places that it may join."""
    return [
        ways(graph, a, b) for ticket in board.tickets for a in board.places[ticket.a] for b in board.places[ticket.b]
    ]


def visits(board: Board, graph: Graph, *, in_full: bool = False) -> Visits:
    """By link: how many tickets' shortest paths use it. Those of a ticket with several count in parts, or in full."""
    found: Visits = {frozenset((a, b)): 0.0 for a in graph for b in graph[a]}
    for several in ways_of_tickets(board, graph):
        for path in several:
            for link in path:
                found[link] += 1 if in_full else 1 / len(several)
    return found


def readings(board: Board, seed: int) -> dict[str, Estimate]:
    """The correlation by each reading. Of choices by chance: the mean, and where 95 % of them lie."""
    graph = board_graph(board)
    hops = {a: dict.fromkeys(its, 1) for a, its in graph.items()}
    parts, links = visits(board, graph), list(visits(board, graph))
    routes = [frozenset((route.a, route.b)) for route in board.routes]
    coloured = [frozenset((route.a, route.b)) for route in board.routes if route.color != GREY]
    unique = [several for several in ways_of_tickets(board, graph) if len(several) == 1]
    of_unique = {link: float(sum(link in path for (path,) in unique)) for link in links}
    return {
        IN_PARTS: exactly(correlation(board, parts, links)),
        "each of several shortest paths counts in full": exactly(
            correlation(board, visits(board, graph, in_full=True), links)
        ),
        "only tickets with one shortest path": exactly(correlation(board, of_unique, links)),
        ONE_BY_CHANCE: _by_chance(board, graph, links, seed),
        FEWEST_EDGES: exactly(correlation(board, visits(board, hops, in_full=True), links)),
        "in parts, without grey edges": exactly(correlation(board, parts, list(dict.fromkeys(coloured)))),
        "in parts, both edges of a double one": exactly(correlation(board, parts, routes)),
    }


def correlation(board: Board, seen: Visits, links: Sequence[Link]) -> float:
    """Of these links, between having two routes and being visited."""
    ends = [frozenset((route.a, route.b)) for route in board.routes]
    doubles = [ends.count(link) > 1 for link in links]
    return float(np.corrcoef(doubles, [seen[link] for link in links])[0, 1])


def _by_chance(board: Board, graph: Graph, links: Sequence[Link], seed: int) -> Estimate:
    chance, tickets = np.random.default_rng(seed), ways_of_tickets(board, graph)
    found = []
    for _ in range(CHOICES):
        seen = dict.fromkeys(links, 0.0)
        for several in tickets:
            for link in several[chance.integers(len(several))]:
                seen[link] += 1
        found.append(correlation(board, seen, links))
    low, high = np.quantile(found, (0.025, 0.975))
    return Estimate(float(np.mean(found)), float(low), float(high))


SMALL = "small"
VERSIONS = {  # by the names of the paper
    "New York": "new_york",
    "London": "london",
    "First Journey": "first_journey_usa",
    "Original": "usa",
    "Germany": "germany",
    "Europe": "europe",
}
PATHS_OF = ("New York", "Europe")  # whose tickets and double edges Appendix A looks at

CONFIGURATION = {  # Table 2; its text has 8 locomotives
    "vertices": (8, "cities"),
    "edges": (16, "routes"),
    "colours": (4, "colors"),
    "cards per colour": (6, "cards_per_color"),
    "locomotives": (6, "locomotives"),
    "destination tickets": (8, "tickets"),
    "train cars": (10, "trains"),
    "edges in each colour": (3, "routes_per_color"),
    "segments in each colour": (6, "segments_per_color"),
    "grey edges": (4, "grey_routes"),
}
TICKETS = {  # Table 3: points, segments of the shortest path, how many there are
    (1, 5): (4, 4, 4), (1, 8): (5, 5, 2), (2, 5): (3, 3, 1), (2, 8): (5, 5, 2),
    (2, 7): (4, 4, 3), (3, 5): (3, 3, 2), (4, 8): (4, 4, 1), (6, 7): (2, 2, 1),
}  # fmt: skip
NUMBERS: Mapping[str, tuple[str, tuple[int | None, ...]]] = {  # Table 5, in the order of VERSIONS
    "vertices": ("cities", (15, 17, 19, 36, 36, 47)),
    "edges, parallel ones once": ("city_pairs", (30, 35, 39, 73, 80, 90)),
    "edges": ("routes", (41, 44, 64, 94, 105, 101)),
    "double edges": ("parallel_pairs", (11, 9, 25, 21, 21, 11)),
    "colours": ("colors", (6, 6, 6, 8, 8, 8)),
    "cards per colour": ("cards_per_color", (6, 6, None, 12, 12, 12)),
    "locomotives": ("locomotives", (8, 8, None, 14, 14, 14)),
    "destination tickets": ("tickets", (18, 20, 32, 30, 89, 46)),
    "train cars": ("trains", (15, 17, 20, 45, 45, 45)),
}
NETWORK: Mapping[str, tuple[str, tuple[int | None, ...]]] = {  # Table 6
    "mean degree": ("mean_degree", (4, 4, 4, 4, 4, 4)),
    "least degree": ("min_degree", (3, 3, 3, 2, 2, 1)),
    "vertices of least degree": ("cities_of_min_degree", (6, 4, 8, 4, 1, 1)),
    "greatest degree": ("max_degree", (6, 6, 6, 7, 7, 7)),
    "vertices of greatest degree": ("cities_of_max_degree", (1, 2, 3, 1, 2, 1)),
    "least length": ("min_length", (1, 1, 1, 1, 1, 1)),
    "greatest length": ("max_length", (4, 4, 4, 6, 7, 8)),
    "edges in each colour": ("routes_per_color", (5, 5, 11, 7, 8, 8)),
    "segments in each colour": ("segments_per_color", (11, 11, 22, 27, 28, 22)),
    "grey edges": ("grey_routes", (8, 14, 0, 43, 32, 36)),
}
ROUNDED = ("mean_degree", "routes_per_color", "segments_per_color")  # which the paper prints as whole numbers
SIZES = {  # III-B
    ("Small Map", "actions"): Printed(78),
    ("Small Map", "observable states, as a power of 10"): Printed(log10(1.7e20), 0.013 / 1.96),
    ("Small Map", "all states, as a power of 10"): rounded(27, 0),
    ("New York", "actions"): Printed(235),
    ("New York", "all states, as a power of 10"): rounded(49, 0),
}
PATHS = {  # Appendix A, 2c and 2d
    ("New York", "tickets with one shortest path"): Printed(12),
    ("Europe", "tickets with one shortest path"): Printed(35),
    ("New York", "tickets not worth their shortest path"): Printed(0),
    ("Europe", "tickets not worth their shortest path"): Printed(3),
}
CORRELATIONS = {"New York": rounded(0.20, 2), "Europe": rounded(0.37, 2)}  # Appendix A, 2b


def _measure(run: StudyRun) -> Iterator[StudyTable]:
    small, stats = load_board(SMALL), board_stats(load_board(SMALL))
    ours: dict[Place, float] = {(row, "Small Map"): getattr(stats, name) for row, (_, name) in CONFIGURATION.items()}
    theirs = {(row, "Small Map"): Printed(value) for row, (value, _) in CONFIGURATION.items()}
    yield _table("Table 2: configuration of Small Map", ours, theirs, digits=0)
    yield _tickets(small)
    by_version = {version: board_stats(load_board(name)) for version, name in VERSIONS.items()}
    yield _versions("Table 5: configuration of the versions", NUMBERS, by_version)
    yield _versions("Table 6: networks of the versions", NETWORK, by_version)
    sizes = {"Small Map": stats, "New York": by_version["New York"]}
    ours = {}
    for version, its in sizes.items():
        ours[version, "actions"] = its.actions
        ours[version, "observable states, as a power of 10"] = log10(its.observable_states)
        ours[version, "all states, as a power of 10"] = log10(its.states)
    yield _table("III-B: how large the games are", ours, SIZES, digits=2)
    ours = {}
    for version in PATHS_OF:
        its = by_version[version]
        ours[version, "tickets with one shortest path"] = its.tickets_with_one_shortest_path
        ours[version, "tickets not worth their shortest path"] = its.tickets - its.tickets_worth_their_path
    yield _table("Appendix A: tickets and their shortest paths", ours, PATHS, digits=0)
    yield _correlations(run.seed)
    run.ledger.tell(1)


def _tickets(board: Board) -> StudyTable:
    number = {city.name: place + 1 for place, city in enumerate(board.cities)}
    ours: dict[Place, float] = {}
    theirs: dict[Place, Printed] = {}
    for ticket in board.tickets:
        ends = tuple(sorted((number[ticket.a], number[ticket.b])))
        row, path = f"{ends[0]} to {ends[1]}", shortest_path(board, ticket.a, ticket.b)
        assert path  # every ticket of the board can be done
        for column, value, printed in zip(
            ("points", "segments", "alternatives"), (ticket.points, *path), TICKETS[ends[0], ends[1]], strict=True
        ):
            ours[row, column], theirs[row, column] = value, Printed(printed)
    return _table("Table 3: destination tickets of Small Map", ours, theirs, digits=0)


def _correlations(seed: int) -> StudyTable:
    """By reading. The printed figures stand beside each of them, but they are one figure for each version."""
    ours = {
        (reading, version): figure
        for version in PATHS_OF
        for reading, figure in readings(load_board(VERSIONS[version]), seed).items()
    }
    title = "Appendix A: correlation of double edges with visits by shortest paths, by reading"
    theirs = {place: CORRELATIONS[place[1]] for place in ours}
    return StudyTable(title, beside(ours, theirs), digits=2, reference="printed")


def _versions(
    title: str, rows: Mapping[str, tuple[str, tuple[int | None, ...]]], by_version: Mapping[str, BoardStats]
) -> StudyTable:
    ours: dict[Place, float] = {}
    theirs: dict[Place, Printed] = {}
    for row, (name, printed) in rows.items():
        for (version, stats), value in zip(by_version.items(), printed, strict=True):
            ours[row, version] = getattr(stats, name)
            if value is not None:
                theirs[row, version] = rounded(value, 0) if name in ROUNDED else Printed(value)
    return _table(title, ours, theirs, digits=1)


def _table(title: str, ours: Mapping[Place, float], theirs: Mapping[Place, Printed], digits: int) -> StudyTable:
    return StudyTable(title, beside({place: exactly(value) for place, value in ours.items()}, theirs), digits=digits)


STUDIES = (
    Study(
        name="yang-boards",
        title="The board of Yang et al., and six of the versions that they compare",
        source="Yang et al. 2023, Tables 2, 3, 5 and 6, section III-B and Appendix A",
        board=SMALL,
        games=1,
        measure=_measure,
        total=lambda games: 1,
        takes="a second",
        remarks=(
            "Nothing is played: every figure of ours is counted, and has no interval.",
            "Seven versions are not in the catalogue: two demos, Amsterdam, Poland, Legendary and Team Asia, Italy.",
            "The correlation is between being a double edge and the visits by the tickets' shortest paths. What counts"
            " where there are several the paper doesn't say. Of one path by chance: the mean, and where 95 % of the"
            " choices lie.",
            "Why boards differ from the paper's lists is in docs/boards.md.",
        ),
    ),
)
