"""The first start on a machine: the page is there at once, code is compiled elsewhere, and games begin when it is."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from footplate import compiling
from footplate.agents import read_spec
from footplate.agents.heuristic.greedy import greedy_action
from footplate.agents.kernel_agent import KernelAgent
from footplate.agents.learned.search_agent import NetworkSearchAgent
from footplate.agents.planning.race import race_on
from footplate.agents.planning.special import default_answer
from footplate.agents.search.evaluators import evaluator_of
from footplate.agents.search.evaluators.guided import tickets_to_keep
from footplate.agents.search.evaluators.plans import make_plan
from footplate.agents.search.policies import PUBLISHED, STRONGEST
from footplate.agents.search.search import add_root_child, begin_search, choose_action, continue_search
from footplate.agents.search.selection import child_by_puct, child_by_ucb1
from footplate.app.people.opponents import opponents
from footplate.app.preparing import Preparation
from footplate.app.settings import ServerSettings
from footplate.app.upkeep import load_rules
from footplate.compile import mark_compiled
from footplate.compiling import Compiler, Progress, Step
from footplate.engine.determinize import determinize
from footplate.engine.grand_tour import score_grand_tour
from footplate.engine.score import score_game
from footplate.engine.special import special_step
from footplate.errors import FootplateError
from tests.support.app.seats import Seat, bot, new_game, numbers, person
from tests.support.app.server import FREE, PATIENCE, Running, in_thread, wait_for
from tests.support.app.steps import BREAKS, SLOW, breaks, first, note, noted, second, slow, third
from tests.support.processes import is_running
from tests.support.project import ROOT


@pytest.fixture(autouse=True)
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NOTES", str(tmp_path))
    return tmp_path


def process_of(name: str) -> int:
    return int(noted(name).read_text())


# ---------------------------------------------------------------- compiling


def test_steps_that_do_not_use_each_other_run_side_by_side_and_their_processes_end():
    told: list[Progress] = []
    after = ("the rules",)
    steps = (Step("the rules", first), Step("matches", second, after), Step("searches", third, after))
    assert Compiler(steps, processes=2).run(told.append)
    words = list(dict.fromkeys(map(str, told)))  # on a busy machine the same is told again
    assert words[:2] == ["the rules (1 of 3)", "matches and searches (2 of 3)"]
    assert process_of("second") != process_of("third")
    assert process_of("first") in (process_of("second"), process_of("third"))  # what it has compiled is still there
    wait_for(lambda: not any(is_running(process_of(name)) for name in ("first", "second", "third")))


def test_a_step_that_fails_is_a_sentence():
    with pytest.raises(FootplateError, match="compiling searches failed: its process ended with 7"):
        Compiler(BREAKS).run(lambda progress: None)


def test_compiling_can_be_stopped():
    compiler, ended = Compiler(SLOW), []
    running = threading.Thread(target=lambda: ended.append(compiler.run(lambda progress: None)))
    running.start()
    wait_for(noted("slow").exists)
    compiler.stop()
    running.join(PATIENCE)
    assert ended == [False]
    wait_for(lambda: not is_running(process_of("slow")))


def test_steps_are_done_once_and_nothing_is_compiled_in_vain(notes, monkeypatch):
    monkeypatch.setattr("footplate.compile.cache.cache_folder", lambda: notes / "kernels")
    monkeypatch.setattr("footplate.compile.cache.disk.works", True)
    monkeypatch.setattr("numba.config.DISABLE_JIT", 0)
    assert compiling.steps_to_do() == compiling.STEPS
    compiling.mark_done()
    assert compiling.steps_to_do() == ()
    (notes / "file").touch()
    monkeypatch.setattr("footplate.compile.cache.cache_folder", lambda: notes / "file")  # nothing can be kept there
    assert compiling.steps_to_do() == ()


def test_steps_come_after_those_whose_code_they_use():
    for steps in (compiling.STEPS, compiling.STEPS_OF_COMMANDS):
        for number, step in enumerate(steps):
            assert {earlier.name for earlier in steps[:number]} >= set(step.after)


def test_rules_of_some_boards_are_compiled_later(monkeypatch):
    loaded, marks = list[object](), list[str]()
    monkeypatch.setattr("footplate.compile.load", lambda *some: loaded.extend(some))
    monkeypatch.setattr(compiling, "mark_compiled", marks.append)
    compiling.RARE_RULES.compile()
    assert {special_step, score_grand_tour, race_on, default_answer, greedy_action} <= set(loaded)
    assert marks == ["ready-rare-rules"]


def test_every_bot_of_the_page_is_compiled_at_the_first_start_or_later():
    kinds = [read_spec(bot["spec"]).kind for bot in opponents()]
    offered = {kind.name: kind.family for kind in kinds if kind}
    at_once = {name for name, family in offered.items() if family in ("adaptive", "levels", "search")}
    assert {"net-ismcts", "net", "greedy", "cf-base"} <= offered.keys() - at_once
    assert {step.name for step in compiling.bot_steps()} == offered.keys() - at_once


@pytest.mark.parametrize("name", ["greedy", "net-ismcts"])
def test_a_bot_is_compiled_by_playing(name, monkeypatch):
    marks, asked = list[str](), list[str]()
    act = {"greedy": KernelAgent.act, "net-ismcts": NetworkSearchAgent.act}[name]

    def seen(agent, observation, budget):
        asked.append(agent.name.partition(":")[0])
        return act(agent, observation, budget)

    monkeypatch.setattr(KernelAgent if name == "greedy" else NetworkSearchAgent, "act", seen)
    monkeypatch.setattr(compiling, "mark_compiled", lambda part: marks.append(f"{part} after {len(asked)}"))
    next(step for step in compiling.bot_steps() if step.name == name).compile()
    assert asked == [name, name]  # tickets and a turn
    assert marks == [f"ready-bot-{name} after 2"]


def test_what_a_server_that_stopped_has_left_out_is_done_at_the_next_start(notes, monkeypatch):
    monkeypatch.setattr("footplate.compile.cache.cache_folder", lambda: notes / "kernels")
    monkeypatch.setattr("footplate.compile.cache.disk.works", True)
    monkeypatch.setattr("numba.config.DISABLE_JIT", 0)
    assert compiling.later_steps()[0] is compiling.RARE_RULES
    for done in ("rare-rules", "bot-net", "bot-greedy"):
        mark_compiled(f"ready-{done}")
    left = [step.name for step in compiling.later_steps()]
    assert left == [step.name for step in compiling.bot_steps() if step.name not in ("net", "greedy")]
    for name in left:
        mark_compiled(f"ready-bot-{name}")
    assert compiling.later_steps() == ()
    (notes / "file").touch()
    monkeypatch.setattr("footplate.compile.cache.cache_folder", lambda: notes / "file")  # nothing can be kept there
    assert compiling.later_steps() == ()


def test_all_that_the_searches_need_is_compiled(monkeypatch):
    compiled, opened, loaded = list[object](), list[object](), list[object]()
    monkeypatch.setattr("footplate.agents.search.evaluators.evaluator.compiled", compiled.append)
    monkeypatch.setattr("footplate.compile.EntryPoint.load", lambda self: opened.append(self))
    monkeypatch.setattr("footplate.compile.load", lambda *some: loaded.extend(some))
    for step in compiling.STEPS[1:]:  # after the rules
        step.compile()
    for evaluator in (evaluator_of(PUBLISHED), evaluator_of(STRONGEST)):
        asked = {evaluator.value, evaluator.priors, evaluator.prepare, evaluator.follow}
        asked.add(child_by_puct if evaluator.priors else child_by_ucb1)
        assert asked - {None} <= set(compiled)
    assert {begin_search, continue_search, add_root_child, choose_action} <= set(opened)
    assert {determinize, score_game, make_plan, tickets_to_keep} <= set(loaded)


# ---------------------------------------------------------------- the server meanwhile


@pytest.fixture
def settings(tmp_path: Path) -> ServerSettings:
    return ServerSettings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}", workers=1, limits=FREE)


@pytest.fixture
def preparing(settings: ServerSettings, caplog: pytest.LogCaptureFixture) -> Iterator[Running]:
    """A server that compiles until there is a note "go"."""
    caplog.set_level(logging.INFO, "footplate")
    load_rules()  # so that no test waits for real ones to be compiled
    with in_thread(settings, Preparation(SLOW, on_compiled=lambda: note("marked"))) as server:
        wait_for(noted("slow").exists)
        yield server


def test_the_page_is_there_at_once_and_a_game_begins_when_all_is_ready(preparing, caplog):
    with preparing.browser() as browser:
        assert "Footplate" in browser.get("/").text
        assert browser.get("/api/boards/usa/map?width=800&height=600").status_code == 200
        now = browser.get("/api/preparation").json()
        assert now["words"] == "Preparing searches: 2 of 2 …"
        assert (now["ready"], now["failed"], now["done"], now["steps"]) == (False, False, 1, 2)
        game, tokens = new_game(browser, person(), bot("greedy"), board="mini")
        with Seat(preparing, game, tokens[0], join=False) as seat:
            seat.send({"type": "join"})
            assert seat.receive()["words"] == now["words"]
            seat.send({"type": "ping"})  # is read, so that the connection stays alive
            assert seat.receive()["type"] == "preparing"
            assert not noted("marked").exists()
            note("go")
            view = seat.until(lambda view: view["to_move"] == view["you"])
            assert noted("marked").exists()
            assert browser.get("/api/preparation").json()["ready"]
            seat.act(numbers(view["legal"])[0])
            seat.until(lambda view: view["version"] > 1)  # the bot has moved, too
        with Seat(preparing, game, tokens[0]) as later:
            assert later.my_turn()
            assert {message["type"] for message in later.heard} == {"view"}
    logged = [record.message for when in ("setup", "call") for record in caplog.get_records(when)]
    lines = [line for line in logged if line.startswith("Compil")]
    assert lines[:-1] == [
        "Compiling for this machine. This happens once; the page is there meanwhile.",
        "Compiling the rules (1 of 2) …",
        "Compiling searches (2 of 2) …",
    ]
    assert lines[-1].startswith("Compiled in ")


def test_what_needs_the_rules_waits_for_them_and_nothing_else_does(preparing):
    with preparing.browser() as browser:
        game, _ = new_game(browser, person(), bot("greedy"), board="mini")
        assert browser.get(f"/api/boards/game-{game}").json()["name"] == "mini"
        with pytest.raises(httpx.ReadTimeout):
            browser.get("/api/me/export", timeout=httpx.Timeout(PATIENCE, read=0.5))
        assert browser.delete(f"/api/games/{game}").status_code == 204
        note("go")
        assert browser.get("/api/me/export").status_code == 200


def test_compiling_that_fails_is_told_on_the_page_and_in_the_log(settings, caplog):
    reason = "compiling searches failed: its process ended with 7"
    with (
        in_thread(settings, Preparation(BREAKS, on_compiled=lambda: note("marked"))) as server,
        server.browser() as ann,
    ):
        now = wait_for(lambda: (now := ann.get("/api/preparation").json())["failed"] and now)
        assert not now["ready"]
        assert reason in now["words"]
        game, tokens = new_game(ann, person(), bot("greedy"), board="mini")
        with Seat(server, game, tokens[0], join=False) as seat:
            told = seat.answer("error")
            assert told["fatal"]
            assert reason in told["error"]
        answer = ann.get("/api/me/export")
        assert answer.status_code == 503
        assert reason in answer.json()["error"]
    assert reason in caplog.messages
    assert not noted("marked").exists()


def test_a_game_waits_for_the_code_of_its_bot_and_says_so(settings):
    load_rules()
    later = (Step("planner", second), Step("greedy", slow))  # for the first nobody waits
    with in_thread(settings, Preparation(later=later)) as server, server.browser() as ann:
        game, tokens = new_game(ann, person(), bot("greedy"), board="mini")
        with Seat(server, game, tokens[0]) as seat:
            seat.act(numbers(seat.my_turn()["legal"])[0])
            view = seat.until(lambda view: view["compiling"])
            assert view["thinking"] == 1
            assert view["banner"]["title"] == "Greedy"
            assert view["banner"]["words"] == "gets ready: its code is being compiled (once, about a minute)"
            assert view["version"] == 1
            note("go")
            view = seat.until(lambda view: view["version"] > 1)
            assert not view["compiling"]


def test_a_bot_whose_code_could_not_be_compiled_beforehand_plays_anyway(settings, caplog):
    load_rules()
    with in_thread(settings, Preparation(later=(Step("greedy", breaks),))) as server, server.browser() as ann:
        game, tokens = new_game(ann, person(), bot("greedy"), board="mini")
        with Seat(server, game, tokens[0]) as seat:
            seat.act(numbers(seat.my_turn()["legal"])[0])
            seat.until(lambda view: view["version"] > 1)
    assert "compiling greedy failed: its process ended with 7" in caplog.messages


# ---------------------------------------------------------------- the command

COMMAND = """
from footplate import compiling
from footplate.agents.search.policies import PUBLISHED, STRONGEST
from footplate.agents.search.search import begin_search, choose_action, continue_search
from footplate.app import server
from tests.support.app.steps import SLOW
server.steps_to_do, server.mark_done = lambda: SLOW, lambda: None
from footplate.cli.main import main
main()
"""


@pytest.mark.parametrize("presses", [1, 2])  # the second one skips what a server does at its end
def test_the_command_says_its_address_at_once_and_ctrl_c_ends_what_compiles(tmp_path, presses):
    paths = os.pathsep.join([str(ROOT), *(path for path in sys.path if path)])
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "play", "--no-browser", "--port", "0",
         "--database", f"sqlite:///{tmp_path / 'games.sqlite3'}"],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONUNBUFFERED": "1"},
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = next(line for line in process.stdout if "http://" in line)
        assert "running" in said
        wait_for(noted("slow").exists)
        time.sleep(0.1)
        for _ in range(presses):
            os.killpg(process.pid, 2)  # as a terminal does: whatever compiles hears it, too
            time.sleep(0.05)
        rest, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert "Compiling searches (2 of 2) …" in rest
    if presses == 1:  # uvicorn itself prints one at a forced end
        assert "Traceback" not in rest
    wait_for(lambda: not is_running(process_of("slow")))
