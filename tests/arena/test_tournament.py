"""Tournaments: on disk, resumed, identical however they were played; figures and files."""

from __future__ import annotations

import csv
import gzip
import json
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from concurrent.futures import Future
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import footplate
from footplate.arena import play_match
from footplate.arena.pairing import Pairing
from footplate.arena.ratings import has_openskill
from footplate.arena.report import cell_colours, contrast, heat_map, write_report
from footplate.arena.runners import make_runner
from footplate.arena.sequential import FIRST_LOOK
from footplate.arena.service import RemotePairing
from footplate.arena.sources import bot_hashes, code_hash, imported_files
from footplate.arena.standings import TournamentResult, across, sum_up
from footplate.arena.statistics import Estimate, mean_estimate
from footplate.arena.storage import TournamentFolder
from footplate.arena.tournament import TournamentSettings, games_stored, open_folder, play_tournament
from footplate.boards import load_board
from footplate.errors import FootplateError, UnknownAgent
from tests.support.slow_runner import OneByOne

PACKAGE = Path(footplate.__file__).parent
FILES = ("report.html", "result.json", "heat-map.svg", "games.csv.gz")


def settings(**changes: Any) -> TournamentSettings:
    values = {"board": load_board("small"), "agents": ("random", "greedy"), "games": 40, "seed": 1} | changes
    return TournamentSettings(**values)


def play(what: TournamentSettings, folder: Path, *, resume: bool = False) -> TournamentResult:
    opened = open_folder(what, folder, resume=resume)
    play_tournament(what, opened, make_runner("threads", 2))
    result = sum_up(what, opened)
    write_report(result, opened)
    return result


def files_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


class Stopping(OneByOne):
    """Breaks off after some deals, as Ctrl-C or a crash would."""

    def __init__(self, deals: int) -> None:
        self._left = deals

    def submit(self, work: Any) -> Future[Any]:
        self._left -= 1
        if self._left < 0:
            raise KeyboardInterrupt
        return super().submit(work)


# ---------------------------------------------------------------- who plays whom


def test_round_robins() -> None:
    three = ("random", "greedy", "greedy:")
    assert settings(agents=three).tables == ((0, 1), (0, 2), (1, 2))
    assert settings(agents=three, self_play=True).tables[3:] == ((0, 0), (1, 1), (2, 2))
    assert settings(agents=three, players=3).tables == ((0, 1, 2),)
    assert settings(agents=("random",), self_play=True).tables == ((0, 0),)


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"agents": ("random", "random")}, FootplateError, "twice"),
        ({"agents": ("random",)}, FootplateError, "can't fill"),
        ({"agents": ("random", "adaptive")}, FootplateError, "'adaptive' learns from game to game"),
        ({"players": 3}, FootplateError, "can't fill"),
        ({"players": 1}, FootplateError, "players: 1, but it must be a whole number from 2 to 5"),
        ({"games": 0}, FootplateError, "games: 0, but it must be a whole number, 1 or more"),
        ({"agents": ("random", "clever")}, UnknownAgent, "clever"),
    ],
)
def test_bad_settings_are_refused(changes: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        settings(**changes)


def test_a_table_of_a_tournament_is_a_match(tmp_path: Path) -> None:
    result = play(settings(), tmp_path)
    match = play_match("small", ["random", "greedy"], 40, seed=1)
    assert result.tables[0].agents == match.agents
    assert result.tables[0].margin == match.margin
    assert result.first_seat_win_rate == match.first_seat_win_rate
    assert result.matrix[0][1] == match.agents[0].win_rate
    assert [standing.agent for standing in result.standings] == ["greedy", "random"]
    assert result.standings[0].mean_score == match.agents[1].mean_score


# ---------------------------------------------------------------- stop and resume


@pytest.mark.parametrize("changes", [{"metrics": True}, {"self_play": True}, {"until_certain": True, "games": 300}])
def test_a_resumed_tournament_ends_as_an_uninterrupted_one(tmp_path: Path, changes: dict[str, Any]) -> None:
    what = settings(**changes)
    play(what, tmp_path / "whole")
    cut = open_folder(what, tmp_path / "cut")
    for deals in (0, 1, 7):
        with pytest.raises(KeyboardInterrupt):
            play_tournament(what, open_folder(what, tmp_path / "cut", resume=True), Stopping(deals))
    assert games_stored(what, cut) == 2 * 8
    play(what, tmp_path / "cut", resume=True)
    assert files_of(tmp_path / "cut") == files_of(tmp_path / "whole")


def test_a_finished_tournament_plays_nothing_more(tmp_path: Path) -> None:
    play(settings(), tmp_path)
    play_tournament(settings(), open_folder(settings(), tmp_path, resume=True), Stopping(0))


def test_holes_are_filled_and_doubles_do_no_harm(tmp_path: Path) -> None:
    play(settings(), tmp_path / "whole")
    folder = open_folder(settings(), tmp_path / "odd")
    table = Pairing(settings().request(0, range(20)))
    for first, deals in ((3, 4), (5, 6), (3, 2), (15, 1)):
        folder.write(0, first, table.play(first, deals))
    assert folder.played(0) == [(3, 11), (15, 16)]
    play(settings(), tmp_path / "odd", resume=True)
    assert files_of(tmp_path / "odd") == files_of(tmp_path / "whole")


def test_a_half_written_chunk_is_played_again(tmp_path: Path) -> None:
    folder = open_folder(settings(), tmp_path)
    (tmp_path / "chunks" / "t0000-d00000000-00000020.npz.99.part").write_bytes(b"PK")
    play(settings(), tmp_path, resume=True)
    assert folder.played(0) == [(0, 20)]
    assert not list((tmp_path / "chunks").glob("*.part"))


def test_a_folder_is_taken_only_once_and_only_by_the_same_tournament(tmp_path: Path) -> None:
    open_folder(settings(), tmp_path)
    with pytest.raises(FootplateError, match="--resume goes on"):
        open_folder(settings(), tmp_path)
    with pytest.raises(FootplateError, match="another one: games, seed differ"):
        open_folder(settings(games=50, seed=2), tmp_path, resume=True)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert TournamentSettings.of_manifest(manifest) == settings()
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | {"code": "0"}))
    with pytest.raises(FootplateError, match="code differ"):
        open_folder(settings(), tmp_path, resume=True)


BOT = """
from neighbour import choose
class Bot:
    def act(self, observation, budget):
        import lazily
        return choose(observation.legal_actions())
"""


@pytest.mark.parametrize("changed", ["mybot.py", "neighbour.py", "lazily.py"])
@pytest.mark.parametrize("spec", ["{}/mybot.py:Bot", "mixed:first={}/mybot.py:Bot,second=random,at=3"])
def test_a_bot_that_changed_is_not_mixed_with_the_old_one(changed: str, spec: str, tmp_path: Path) -> None:
    files = {"mybot.py": BOT, "neighbour.py": "def choose(actions):\n    return actions[0]\n", "lazily.py": "",
             "stranger.py": ""}  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    before = bot_hashes(["greedy", spec.format(tmp_path)])
    assert list(before) == [spec.format(tmp_path)]
    (tmp_path / "stranger.py").write_text("nobody = 'imports this'")
    assert bot_hashes(list(before)) == before
    (tmp_path / changed).write_text(files[changed] + "\n# better now\n")
    assert bot_hashes(list(before)) != before


def test_a_tournament_with_a_bot_that_changed_is_refused(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text(
        "class Bot:\n    def act(self, observation, budget):\n        return observation.legal_actions()[0]\n"
    )
    agents = (f"{bot}:Bot", "random")
    open_folder(settings(agents=agents), tmp_path / "t")
    open_folder(settings(agents=agents), tmp_path / "t", resume=True)
    table = RemotePairing(settings(agents=agents).request(0, range(1)))
    bot.write_text(bot.read_text() + "# better now")
    with pytest.raises(FootplateError, match=r"Bot has changed since the tournament in .* put the old one back"):
        open_folder(settings(agents=agents), tmp_path / "t", resume=True)
    with pytest.raises(FootplateError, match="has changed since the tournament began"):
        table.play_piece(0, 1)


def test_programs_are_told_apart_by_their_files(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("print(1)")
    spec = f"cmd:{sys.executable} {program} --depth 3"
    before = bot_hashes([spec])
    program.write_text("print(2)")
    assert bot_hashes([spec]) != before


def test_the_code_behind_play_is_more_than_what_is_compiled() -> None:
    begin = [PACKAGE / "arena" / "service.py"]
    found = {str(path.relative_to(PACKAGE)) for path in imported_files(begin, PACKAGE.parent)}
    assert {"game.py", "actions.py", "boards/board.py", "agents/base.py", "arena/play.py", "engine/step.py"} <= found
    assert not [name for name in found if name.startswith(("cli/", "app/", "studies/"))]
    assert code_hash() != code_hash("studies")


@pytest.mark.parametrize("damage", [b"", b"PK", b"nonsense", None])
def test_damaged_chunks_are_named(damage: bytes | None, tmp_path: Path) -> None:
    play(settings(), tmp_path)
    chunk = min((tmp_path / "chunks").iterdir())
    data = bytearray(chunk.read_bytes())
    data[len(data) // 2] ^= 0xFF
    chunk.write_bytes(bytes(data[:-9]) if damage is None else damage)
    with pytest.raises(FootplateError, match=rf"{chunk.name} is damaged; delete it, and --resume plays"):
        sum_up(settings(), open_folder(settings(), tmp_path, resume=True))
    chunk.unlink()
    play(settings(), tmp_path, resume=True)


def test_files_that_no_tournament_wrote_are_kept(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("mine")
    with pytest.raises(FootplateError, match=r"report.html is there already, and no tournament is"):
        open_folder(settings(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_missing_games_are_noticed(tmp_path: Path) -> None:
    folder = open_folder(settings(), tmp_path)
    folder.write(0, 0, Pairing(settings().request(0, range(5))).play(0, 5))
    with pytest.raises(FootplateError, match="lacks deals from number 5 on"):
        sum_up(settings(), folder)


@pytest.mark.parametrize(("board", "players"), [("small", 2), ("t2r", 2), ("usa", 3)])
def test_stored_games_read_as_they_were_played(board: str, players: int, tmp_path: Path) -> None:
    agents = ("random", "greedy", "greedy:")[:players]
    what = settings(board=load_board(board), agents=agents, players=players, metrics=True)
    results = Pairing(what.request(0, range(4, 10))).play(4, 6)
    folder = TournamentFolder(tmp_path, players, what.seed)
    folder.write(0, 4, results)
    folder.write(0, 0, Pairing(what.request(0, range(4))).play(0, 4))
    games = results.seeds.size
    read = folder.read(0, 10)
    for name in ("seeds", "seat_of", "totals", "shares", "decisions"):
        np.testing.assert_array_equal(getattr(read, name)[-games:], getattr(results, name), err_msg=name)
    assert read.metrics is not None
    assert results.metrics is not None
    assert read.metrics[-games:].tobytes() == results.metrics.tobytes()


def test_storing_takes_few_bytes(tmp_path: Path) -> None:
    folder = open_folder(settings(), tmp_path)
    folder.write(0, 0, Pairing(settings().request(0, range(1000))).play(0, 1000))
    (chunk,) = (tmp_path / "chunks").iterdir()
    assert chunk.stat().st_size < 6 * 2000


# ---------------------------------------------------------------- until certain


def test_tables_stop_when_they_are_certain(tmp_path: Path) -> None:
    """Greedy wins 19 of 20 on small, which is certain at the first look with any seed; equals play to the end but for
    one table in twenty."""
    what = settings(board=load_board("small"), games=600, self_play=True, until_certain=True)
    result = play(what, tmp_path)
    assert [table.games for table in result.tables] == [2 * FIRST_LOOK, 600, 600]
    assert [table.best for table in result.tables] == [1, None, None]
    assert result.tables[0].agents == play_match("small", what.agents, 600, seed=1, until_certain=True).agents


def test_a_smaller_difference_is_certain_later(tmp_path: Path) -> None:
    """Greedy wins 13 of 20 on mini: some seeds need a few looks more, and each stops where a match does."""
    games = []
    for seed in range(1, 7):
        what = settings(board=load_board("mini"), games=600, seed=seed, until_certain=True)
        (table,) = play(what, tmp_path / str(seed)).tables
        assert table.games == play_match("mini", what.agents, 600, seed=seed, until_certain=True).games
        assert table.best == 1
        games.append(table.games)
    assert 2 * FIRST_LOOK < max(games) < 600


# ---------------------------------------------------------------- figures


def test_three_players_with_metrics(tmp_path: Path) -> None:
    agents = ("random", "greedy", "greedy:", "random:")
    what = settings(board=load_board("mini"), agents=agents, players=3, games=24, metrics=True)
    result = play(what, tmp_path)
    assert len(result.tables) == 4
    assert result.games == 4 * 24
    assert sum(standing.win_rate.mean for standing in result.standings) == pytest.approx(4 / 3)
    own = [table for table in result.tables if 0 in table.members and 3 in table.members]
    cell = result.matrix[0][3]
    assert cell
    assert cell.mean == pytest.approx(np.mean([table.agents[0].win_rate.mean for table in own]))
    assert result.matrix[0][0] is None
    assert {standing.agent for standing in result.standings[:2]} == {"greedy", "greedy:"}
    assert result.turns
    assert result.turns.mean > 5
    for standing in result.standings:
        assert standing.play
        assert standing.play.tickets_done.mean <= standing.play.tickets_held.mean
        assert (standing.openskill is not None) == has_openskill()


def test_across_tables_of_equal_length_is_the_mean_of_each_deal() -> None:
    chance = np.random.default_rng(0)
    tables = list(chance.random((3, 50)))
    np.testing.assert_allclose(across(tables), np.mean(tables, axis=0))


def test_across_tables_of_different_length_covers() -> None:
    """The mean of the tables' means, with the shared luck of the deals counted."""
    chance = np.random.default_rng(1)
    covered = 0
    for _ in range(1000):
        luck = chance.normal(0, 1, 200)
        tables = [luck[:n] + chance.normal(mean, 1, n) for n, mean in ((200, 0.0), (100, 3.0), (50, 6.0))]
        together = across(tables)
        assert together.mean() == pytest.approx(np.mean([t.mean() for t in tables]))
        estimate = mean_estimate(together)
        covered += estimate.low <= 3 <= estimate.high
    assert 0.92 <= covered / 1000 <= 0.975


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("board", ["small", "t2r"])
def test_the_games_as_csv(board: str, tmp_path: Path) -> None:
    agents = ("random", "greedy") if board == "t2r" else ("random", "greedy", 'odd,"name')
    from footplate.agents import AgentKind, make_agent, register, unregister

    odd = 'odd,"name'
    register(AgentKind(name=odd, family="test", summary="", make=lambda: make_agent("random")))
    try:
        what = settings(board=load_board(board), agents=agents, games=6, metrics=True)
        play(what, tmp_path)
    finally:
        unregister(odd)
    with gzip.open(tmp_path / "games.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6 * len(what.tables)
    for table, (a, b) in enumerate(combinations(range(len(agents)), 2)):
        if odd in (agents[a], agents[b]):
            continue
        match = play_match(board, [agents[a], agents[b]], 6, seed=1, metrics=True).results
        own = [row for row in rows if row["table"] == str(table)]
        for g, row in enumerate(own):
            assert int(row["seed"]) == match.seeds[g]
            for i, agent in enumerate((agents[a], agents[b])):
                seat = match.seat_of[g, i] + 1
                assert row[f"agent_{seat}"] == agent
                assert float(row[f"score_{seat}"]) == match.totals[g, i]
                assert int(row[f"won_{seat}"]) == (match.shares[g, i] > 0)
                assert match.metrics is not None
                assert int(row[f"blocks_{seat}"]) == match.metrics["blocks"][g, i]
                assert int(row[f"routes_of_2_{seat}"]) == match.metrics["routes"][g, i, 2]
    assert {row["agent_1"] for row in rows} == set(agents)


def test_parquet_has_the_same_games(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    play(settings(agents=("random", "greedy", "random:")), tmp_path)
    table = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    with gzip.open(tmp_path / "games.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in table] == rows


def test_the_report_can_be_read(tmp_path: Path) -> None:
    result = play(settings(metrics=True, self_play=True), tmp_path)
    page = (tmp_path / "report.html").read_text("utf-8")
    for words in ("2 agents on small", "Standings", "first seat", "blocks", "120 games", "<svg"):
        assert words in page
    assert f"{result.standings[0].elo.mean:.0f}" in page
    svg = ET.parse(tmp_path / "heat-map.svg").getroot()
    titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == 4
    assert any(title and title.startswith("greedy against random: 9") for title in titles)
    data = json.loads((tmp_path / "result.json").read_text("utf-8"))
    assert data["games"] == 120
    assert data["standings"][0]["agent"] == "greedy"


def test_a_single_deal_is_json_too(tmp_path: Path) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    play(settings(games=1), tmp_path)
    json.loads((tmp_path / "result.json").read_text("utf-8"), parse_constant=refuse)
    assert "one deal" in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize("missing", ["has_openskill", "has_parquet"])
def test_reports_do_without_extras(missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = "ratings" if missing == "has_openskill" else "export"
    no: Callable[[], bool] = lambda: False  # noqa: E731
    monkeypatch.setattr(f"footplate.arena.{module}.{missing}", no)
    play(settings(), tmp_path)
    assert ("No OpenSkill" in (tmp_path / "report.html").read_text("utf-8")) == (missing == "has_openskill")
    assert not (tmp_path / "games.parquet").exists() or missing == "has_openskill"


def test_a_cell_shows_both_sides_of_its_interval() -> None:
    """Near 0 and 100 % they differ: half of the width would promise a win rate above 100 %."""
    picture = heat_map(["a", "b"], [[None, Estimate(1.0, 0.839, 1.0)], [Estimate(0.0, 0.0, 0.161), None]], 0.5)
    words = [text.text for text in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert {"83.9–100.0", "0.0–16.1"} <= set(words)
    assert "±" not in picture


def test_names_in_pictures_are_escaped() -> None:
    even = Estimate(0.5, 0.4, 0.6)
    svg = ET.fromstring(heat_map(["<b>", "&"], [[None, even], [even, None]], 0.5))
    assert "<b>" in {text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")}


@pytest.mark.parametrize("even", [0.5, 0.2])
def test_cells_can_be_read(even: float) -> None:
    for share in np.linspace(0, 1, 101):
        fill, ink = cell_colours(float(share), even)
        assert contrast(fill, ink) >= 3.7, share
    assert cell_colours(1.0, even)[0] != cell_colours(even, even)[0] != cell_colours(0.0, even)[0]
