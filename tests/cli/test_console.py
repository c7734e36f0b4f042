"""The terminal game: whole games, typing errors, undo, leaving and coming back, and nothing hidden on the screen."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from footplate import Action, Agent, Budget, Game, GameRecord, Observation, make_agent, read_records
from footplate.agents import AgentKind, register, split_specs, unregister
from footplate.boards import Board
from footplate.cli.main import main
from footplate.cli.menu import Menu
from footplate.cli.saves import SavedGame, remembering
from footplate.files import write_whole
from footplate.sentences import sentence
from tests.support.claim_boards import alps


class Sitting(NamedTuple):
    code: int
    screen: str
    errors: str


class Terminal:
    """Runs the command with typed lines; the end of the lines is the end of the input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def run(self, *arguments: object, lines: Sequence[str] = ()) -> Sitting:
        self._monkeypatch.setattr(sys, "argv", ["footplate", *map(str, arguments)])
        self._monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as end:
            main()
        screen, errors = self._capsys.readouterr()
        return Sitting(int(end.value.code or 0), screen, " ".join(errors.replace("│", " ").split()))


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def record_in(path: Path) -> GameRecord:
    (record,) = read_records(path)
    return record


def test_a_tunnel_is_decided_about_by_number(terminal: Terminal, tmp_path: Path) -> None:
    board, file = tmp_path / "alps.json", tmp_path / "game.txt"
    board.write_text(alps().to_json(), encoding="utf-8")
    options = ("--board", board, "--opponents", "random", "--seed", 3, "--save", file)
    claims = [
        "claim Alp-Bern",
        "claim Bern-Chur",
        "claim Alp-Chur",
        "claim Bern-Dorf",
        "draw",
        "decline",
        "give red",
        "1",
    ]
    sitting = terminal.run("console", *options, lines=claims * 80)
    assert "For the tunnel" in sitting.screen
    assert "Turned up: " in sitting.screen
    assert "take the cards back" in sitting.screen
    assert record_in(file).replay().history


@pytest.mark.parametrize(
    ("board", "opponents", "seat"),
    [
        ("mini", "greedy", 1),
        ("small", "greedy", 2),
        ("small:warwick", "random", 1),
        ("t2r", "", 1),
        ("t2r", "greedy", 2),
    ],
)
def test_a_whole_game_by_number_ends_with_the_result_and_a_record(
    terminal: Terminal, tmp_path: Path, board: str, opponents: str, seat: int
) -> None:
    file = tmp_path / "game.txt"
    options = ("--board", board, "--opponents", opponents, "--seat", seat, "--seed", 3, "--save", file)
    sitting = terminal.run("console", *options, lines=["1"] * 200)
    assert sitting.code == 0
    assert "· the end" in sitting.screen
    assert str(file) in sitting.screen
    record = record_in(file)
    assert record.is_finished
    assert record.seats[seat - 1] == "You"
    outcome = record.replay().outcome()
    assert outcome is not None
    names = ["You" if name == "You" else name.capitalize() for name in record.seats]
    assert outcome.sentence(names) in sitting.screen
    assert ("The decay: each of one's turns" in sitting.screen) == (board == "t2r")


def test_a_big_board_shows_what_can_be_claimed_and_the_rest_on_demand(terminal: Terminal, tmp_path: Path) -> None:
    lines = ["1", *["draw"] * 8, "claims", "routes seattle", "map", "mine", "score", "log", "log all", "help", ""]
    options = ("--board", "usa", "--opponents", "random,greedy,greedy", "--name", "Ann", "--seed", 8)
    sitting = terminal.run("console", *options, "--save", tmp_path / "usa.txt", lines=lines)
    assert sitting.code == 0
    for expected in ("Greedy 3", "Greedy 4", "ways to pay", "Portland – Seattle", "Your routes:", "What to type"):
        assert expected in sitting.screen
    assert record_in(tmp_path / "usa.txt").seats == ("Ann", "random", "greedy", "greedy")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("0", "There is no choice 0"),
        ("99", "There is no choice 99"),
        ("9" * 5000, "There is no choice"),
        ("fly", "'fly' is not an action here"),
        (", ,", "is not an action here"),
        ("1 yellow", "type its number alone"),
        ("keep 2", "is not legal now"),
        ("take locomotive", "is not legal now"),
        ("claim arindale-goldenreach", "Arindale–Goldenreach can't be claimed now: needs 2 more green"),
        ("claim Arindale-Goldenreach 3 green with 3 green", "can't be claimed now: needs 2 more green"),
        ("claim brightwater-dawnbreak", "can mean: claim Brightwater-Dawnbreak 1 grey with 1 red;"),
        ("7 blue", "Goldenreach–Helios Hold can't be paid so. Possible: 2 red."),
        ("routes atlantis", "No city has 'atlantis' in its name"),
        ("7 [/red]", "can't be paid so"),
    ],
)
def test_bad_input_gets_an_answer_and_changes_nothing(
    terminal: Terminal, tmp_path: Path, line: str, answer: str
) -> None:
    file = tmp_path / "game.txt"
    sitting = terminal.run("console", "--board", "small", "--seed", 3, "--save", file, lines=["3", line])
    assert sitting.code == 0
    assert answer in " ".join(sitting.screen.split())
    assert [move.text for move in record_in(file).moves if move.seat == 0] == ["keep 1 2"]


def test_a_colour_after_the_number_says_how_to_pay(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal.run("console", "--board", "small", "--seed", 3, "--save", file, lines=["3", "9 blue"])
    assert record_in(file).moves[2].text == "claim Brightwater-Dawnbreak 1 grey with 1 blue"


def test_numbers_of_tickets_keep_them(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal.run("console", "--board", "usa", "--seed", 5, "--save", file, lines=["1, 3"])
    assert record_in(file).moves[0].text == "keep 1 3"


def test_undo_takes_back_the_own_action_and_what_followed(terminal: Terminal, tmp_path: Path) -> None:
    kept, undone = tmp_path / "kept.txt", tmp_path / "undone.txt"
    terminal.run("console", "--seed", 3, "--save", kept, lines=["3"])
    sitting = terminal.run("console", "--seed", 3, "--save", undone, lines=["undo", "3", "9", "undo", "draw", "undo"])
    assert "There is nothing of yours to take back" in sitting.screen
    record = record_in(undone)
    assert record.headers["takebacks"] == "2"
    assert record.replay().to_bytes() == record_in(kept).replay().to_bytes()
    assert "takebacks" not in record_in(kept).headers


class Steady(Agent):
    """A bot without chance: the last of the legal actions."""

    def act(self, observation: Observation, budget: Budget) -> Action:
        return observation.legal_actions()[-1]


class Counting(Agent):
    """A bot without chance that goes on with its game: its n-th decision is for the n-th legal action."""

    def start(self, seat: int, seed: int) -> None:
        self.decisions = 0

    def recall(self, board: Board, memory: Mapping[str, Any]) -> None:
        assert board.name == "small"
        self.decisions = memory["decisions"]

    def memory(self) -> Mapping[str, Any]:
        return {"decisions": self.decisions}

    def act(self, observation: Observation, budget: Budget) -> Action:
        self.decisions += 1
        legal = observation.legal_actions()
        return legal[self.decisions % len(legal)]


@pytest.fixture(params=[Steady, Counting])
def bot(request: pytest.FixtureRequest) -> Iterator[str]:
    """A kind of bot whose games depend on nothing but what it remembers."""
    kind = AgentKind(name=request.param.__name__.lower(), family="tests", summary="", make=request.param)
    register(kind)
    yield kind.name
    unregister(kind.name)


def test_undo_takes_a_bot_back_to_what_it_remembered_then(terminal: Terminal, tmp_path: Path, bot: str) -> None:
    straight, undone = tmp_path / "straight.txt", tmp_path / "undone.txt"
    options = ("--board", "small", "--opponents", bot, "--seed", 9)
    terminal.run("console", *options, "--save", straight, lines=["1", "draw", "draw", "draw", "draw", "1"])
    lines = ["1", "draw", "draw", "draw", "draw", "undo", "undo", "undo", "draw", "draw", "draw", "1"]
    terminal.run("console", *options, "--save", undone, lines=lines)
    assert [m.text for m in record_in(undone).moves] == [m.text for m in record_in(straight).moves]


def test_a_damaged_memory_is_told(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal.run("console", "--opponents", "greedy", "--seed", 1, "--save", file, lines=["1", "quit"])
    file.write_text(file.read_text().replace("human: 1", "human: 1\nmemory: {3"))
    assert "the header 'memory' is damaged" in terminal.run("console", "--resume", file).errors


def test_a_game_in_many_sittings_is_the_same_game(terminal: Terminal, tmp_path: Path, bot: str) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    lines = ["1", "draw", "2", "tickets", "1", "1"] * 20
    options = ("--board", "small", "--opponents", bot, "--seed", 9)
    terminal.run("console", *options, "--save", whole, lines=lines)
    terminal.run("console", *options, "--save", parts, lines=lines[:1])
    for i in range(1, len(lines)):
        if record_in(parts).is_finished:
            break
        sitting = terminal.run("console", "--resume", parts, lines=[lines[i], "quit"])
        assert sitting.code == 0
    assert record_in(parts).is_finished
    assert record_in(parts).digest == record_in(whole).digest
    assert [m.text for m in record_in(parts).moves] == [m.text for m in record_in(whole).moves]
    stamps = [m.elapsed or 0.0 for m in record_in(parts).moves]
    assert stamps == sorted(stamps)
    assert "memory" not in record_in(parts).headers  # the game is over


def test_the_adaptive_opponent_goes_on_with_what_it_saw(terminal: Terminal, tmp_path: Path) -> None:
    """Its chance depends on how often it was made anew; in which turn it claimed last doesn't."""
    file, words = tmp_path / "game.txt", ("console", "--board", "small", "--opponents", "adaptive")
    terminal.run(*words, "--seed", 9, "--save", file, lines=["1", "draw", "draw", "quit"])
    before = json.loads(record_in(file).headers["memory"])
    terminal.run("console", "--resume", file, lines=["draw", "draw", "draw", "draw", "undo", "quit"])
    after = json.loads(record_in(file).headers["memory"])
    assert before.items() <= after.items()
    seen = [(memory["trains"], memory["since"]) for memory in after.values() if memory["trains"]]  # it has had a turn
    assert seen == sorted(seen, key=lambda claim: (-claim[0], claim[1]))
    assert len(set(seen)) == len({trains for trains, _ in seen})  # it knows still since when it has so many trains
    assert len(after) > len(before) > 0


def test_quit_says_how_to_go_on_and_the_default_place_is_the_data_folder(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for _ in range(2):
        assert "footplate console --resume" in terminal.run("console", "--board", "mini", lines=["save", "quit"]).screen
    files = sorted((tmp_path / "footplate" / "games").iterdir())
    assert len(files) == 2
    assert all(not record_in(file).is_finished for file in files)


def test_a_record_without_headers_finds_the_seat_that_is_no_bot(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GameRecord.of(Game("small", 2, 4), ["greedy", "Ann"]).to_text(), "utf-8")
    assert "in seat 2 of 2" in terminal.run("console", "--resume", file).screen
    file.write_text(GameRecord.of(Game("small", 2, 4), ["greedy", "random"]).to_text(), "utf-8")
    assert "no seat for you" in terminal.run("console", "--resume", file).errors


def test_what_cannot_be_resumed_is_refused_with_the_reason(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    missing = terminal.run("console", "--resume", file)
    assert (missing.code, "does not exist" in missing.errors) == (2, True)

    terminal.run("console", "--board", "mini", "--seed", 1, "--save", file, lines=["1"] * 100)
    over = terminal.run("console", "--resume", file)
    assert (over.code, "is over" in over.errors) == (2, True)

    file.write_text(file.read_text("utf-8").replace("\nend ", "\nunfinished "), "utf-8")
    wrong = terminal.run("console", "--resume", file)
    assert (wrong.code, "game.txt" in wrong.errors) == (2, True)

    file.write_text(2 * GameRecord.of(Game("small", 2, 4), ["greedy", "Ann"]).to_text(), "utf-8")
    assert "holds 2 games" in terminal.run("console", "--resume", file).errors


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--opponents", "gredy"], "there is no agent 'gredy'"),
        (["--board", "usaa"], "usaa"),
        (["--opponents", "greedy," * 5], "players: 6, but it must be a whole number from 1 to 5"),
        (["--seat", "3"], "there are 2 seats"),
        (["--seed", "-1"], "--seed"),
        (["--name", "\u200b"], "a name has letters that can be seen"),
        (["--save", __file__], "exists already"),
        (["--save", f"{__file__}/game.txt"], "can't be written"),
    ],
)
def test_impossible_wishes_are_refused(terminal: Terminal, options: list[str], reason: str) -> None:
    sitting = terminal.run("console", *options)
    assert sitting.code == 2
    assert reason in sitting.errors


def test_a_turn_is_tried_again_with_what_its_player_knew(terminal: Terminal, tmp_path: Path) -> None:
    games, file = tmp_path / "games.txt", tmp_path / "practice.txt"
    terminal.run("match", "greedy", "random", "--games", 2, "--save", games)
    record = next(read_records(games))
    before = next(game.copy() for game in record.steps() if game.turn == 6)
    words = ("console", "--from", games, "--turn", 7, "--seed", 5, "--save", file)
    sitting = terminal.run(*words, lines=["draw", "quit"])
    assert (sitting.code, "Practice from turn 7" in sitting.screen) == (0, True)
    practice = record_in(file)
    seat = before.to_move
    assert practice.begin().observe(seat).to_bytes() == before.observe(seat).to_bytes()
    assert [name for n, name in enumerate(practice.seats) if n != seat] == [record.seats[1 - seat]]
    assert terminal.run("console", "--resume", file, lines=["1"] * 200).code == 0
    assert record_in(file).is_finished
    assert "no turn 900" in terminal.run("console", "--from", games, "--turn", 900).errors
    wrong = terminal.run("console", "--from", games, "--opponents", "greedy,greedy")
    assert "the game has 1 opponents" in wrong.errors


def test_a_board_for_other_numbers_of_players_says_so(terminal: Terminal) -> None:
    assert "is made for 2 players" in terminal.run("console", "--opponents", "random,greedy").screen
    assert "is made for" not in terminal.run("console", "--opponents", "greedy").screen


def test_the_screen_never_shows_what_is_hidden(terminal: Terminal, tmp_path: Path) -> None:
    """Before the end, no ticket that only the opponents have seen is on the screen, and no card that they drew."""
    file = tmp_path / "game.txt"
    looks = ["claims", "map", "mine", "score", "log all", ""]
    lines = ["1", *(["draw"] * 2 + looks) * 12]
    options = ("--board", "usa", "--opponents", "greedy,random", "--seed", 21, "--save", file)
    screen = terminal.run("console", *options, lines=lines).screen
    game = record_in(file).replay()
    assert not game.is_over
    others = {ticket for seat in (1, 2) for ticket in game.tickets_of(seat)}
    mine = {ticket for event in game.observe(0).history for ticket in event.tickets or ()}
    assert others - mine
    routes = {(route.a, route.b) for route in game.board.routes}
    for ticket in others - mine:
        assert str(ticket) not in screen
        assert (ticket.a, ticket.b) in routes or f"{ticket.a} – {ticket.b}" not in screen
    for event in game.history:
        if event.seat != 0 and event.cards:
            assert sentence(event, ["You", "Greedy", "Random"]) not in screen


def test_a_terminal_without_the_symbols_gets_the_words(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from footplate.cli.main import main; main()", "console", "--seed", "3"]
    done = subprocess.run(
        [*command, "--save", str(tmp_path / "game.txt")],
        input=b"3\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert b"? 2 red" in done.stdout


def test_the_last_round_is_announced(terminal: Terminal, tmp_path: Path) -> None:
    game, bot, file = Game("small", 2, 5), make_agent("greedy"), tmp_path / "game.txt"
    while game.turns_left is None or game.to_move != 0:
        game.push(bot.act(game.observe(game.to_move), Budget()))  # type: ignore[arg-type]
    file.write_text(GameRecord.of(game, ["Ann", "greedy"]).to_text(), "utf-8")
    assert "Last round." in terminal.run("console", "--resume", file).screen


def test_the_best_payment_comes_first_and_equal_tracks_are_one_choice() -> None:
    game, bot = Game("usa", 4, 2), make_agent("greedy")
    for _ in range(60):
        game.push(bot.act(game.observe(game.to_move), Budget()))  # type: ignore[arg-type]
        seen = game.observe(game.to_move)
        menu = Menu(seen, ["A", "B", "C", "D"])
        assert set(menu.actions) <= set(seen.legal_actions())
        assert len(set(menu.actions)) == len(menu.actions)
        tracks = [(seen.board.routes[r].pair, seen.board.routes[r].color) for r in menu.routes]
        assert len(set(tracks)) == len(tracks)
        for route in range(len(seen.board.routes)):
            ways = menu.payments.get(route, [])
            assert [way.locomotives for way in ways] == sorted(way.locomotives for way in ways)
            assert not (ways and menu.obstacle(route))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = SavedGame.new(Game("mini", 2, 1), ["You", "greedy"], 0, tmp_path / "game.txt")
    saved.save()
    before = saved.path.read_text("utf-8")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_whole(saved.path, b"half")
    assert saved.path.read_text("utf-8") == before


def test_specs_with_parameters_keep_their_commas() -> None:
    assert split_specs("random, ismcts:iterations=5,dda=posas,greedy") == [
        "random",
        "ismcts:iterations=5,dda=posas",
        "greedy",
    ]
    assert split_specs("") == []


def test_why_shows_the_search_behind_the_last_moves(terminal: Terminal, tmp_path: Path):
    log = tmp_path / "search.jsonl"
    words = ("console", "--board", "mini", "--opponents", "ismcts:iterations=50", "--seed", 1, "--log-search", log)
    sitting = terminal.run(*words, "--save", tmp_path / "game.txt", lines=["why", "1", "why", "quit"])
    assert sitting.code == 0, sitting.errors
    assert "Nobody has given reasons" in sitting.screen
    assert "Why: " in sitting.screen
    assert "50 iterations" in sitting.screen
    assert "It expects: " in sitting.screen
    assert log.read_text(encoding="utf-8").count("\n") >= 1


def test_the_adaptive_opponent_remembers_the_person(terminal: Terminal, tmp_path: Path):
    words = ("console", "--board", "mini", "--opponents", "adaptive", "--name", "Ann", "--seed", 4)
    sitting = terminal.run(*words, "--save", tmp_path / "game.txt", lines=["1"] * 200)
    assert sitting.code == 0, sitting.errors
    assert record_in(tmp_path / "game.txt").is_finished
    (profile,) = Path(os.environ["XDG_DATA_HOME"]).rglob("adaptive.json")
    assert "mini: Ann" in profile.read_text(encoding="utf-8")
    profile.unlink()


@pytest.mark.parametrize(
    ("spec", "start"),
    [
        ("adaptive", "adaptive:profile="),
        ("adaptive:win_rate=0.3", "adaptive:win_rate=0.3,profile="),
        ("adaptive:profile=mine.json", "adaptive:profile=mine.json"),
        ("greedy", "greedy"),
    ],
)
def test_only_the_adaptive_opponent_is_given_a_memory(spec: str, start: str):
    assert remembering(spec).startswith(start)
    assert (remembering(spec) == spec) == (spec == start)


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("lines", [["1", "quit"], ["1"] * 200])
def test_on_a_full_disk_nobody_says_that_the_game_is_saved(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("footplate.cli.saves.write_whole", no_space)
    sitting = terminal.run("console", "--board", "mini", "--opponents", "greedy", "--seed", 3, lines=lines)
    assert sitting.code == 0, sitting.errors
    assert "is saved" not in sitting.screen
    assert "could not be saved in" in sitting.errors
    assert "(No space left on device), nor anywhere else." in sitting.errors
    record = GameRecord.from_text(sitting.screen[sitting.screen.index("footplate-record") :])
    assert len(record.replay().history) > 1
    assert record.is_finished == (len(lines) > 2)


def test_a_game_that_has_no_place_finds_another(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_here(path: Path, data: bytes) -> None:
        if not path.is_relative_to(tmp_path / "here"):
            no_space()
        write_whole(path, data)

    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "full"))
    monkeypatch.setattr("footplate.cli.saves.write_whole", only_here)
    sitting = terminal.run("console", "--board", "mini", "--opponents", "greedy", lines=["1", "quit"])
    (file,) = (tmp_path / "here").iterdir()
    assert f"it is saved in {file} now." in sitting.errors
    assert f"Your game is saved. Go on with: footplate console --resume {file}" in " ".join(sitting.screen.split())
    assert record_in(file).moves


def test_save_with_a_name_saves_there_from_now_on(terminal: Terminal, tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "a game.txt"
    lines = [f"save {first}", f"save {second}", "1", f"save {tmp_path}/no/../first.txt/x", "save", "quit"]
    sitting = terminal.run("console", "--board", "mini", "--opponents", "greedy", "--save", first, lines=lines)
    assert f"{first} exists already; choose another name" in " ".join(sitting.screen.split())
    assert f"Saved, from now on, in {second}" in sitting.screen
    assert "can't be written" in sitting.screen
    assert f"--resume {second}" in sitting.screen
    assert record_in(first).moves == ()
    assert record_in(second).moves


def test_a_claim_that_names_a_colour_is_answered_for_that_track(terminal: Terminal, tmp_path: Path) -> None:
    lines = ["1", "claim boston-new york red", "claim boston-new york yellow", "claim seattle-helena"]
    sitting = terminal.run("console", "--board", "usa", "--seed", 8, "--save", tmp_path / "game.txt", lines=lines)
    screen = " ".join(sitting.screen.split())
    red, yellow = (screen.index(f"New York ({colour}) can't be claimed now:") for colour in ("red", "yellow"))
    assert red < yellow
    assert "more red" in screen[red:yellow]
    assert "more yellow" in screen[yellow : yellow + 100]
    assert "Helena–Seattle can't be claimed now" in screen


def test_without_a_home_a_game_is_saved_where_one_is(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> Path:
        raise FileNotFoundError(errno.ENOENT, "there is no home folder")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("footplate.cli.saves.data_folder", nobody)
    words = ("console", "--board", "mini", "--opponents", "adaptive")
    assert terminal.run(*words, lines=["1", "quit"]).code == 0
    (file,) = tmp_path.iterdir()
    assert record_in(file).moves
