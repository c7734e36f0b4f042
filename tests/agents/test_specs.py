"""Spec strings: read once, without touching a file, and asked by everybody what they stand for."""

from __future__ import annotations

import io
import pickle
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from footplate.agents import Budget, make_agent, read_spec, split_specs
from footplate.arena import play_match
from footplate.cli.main import main
from footplate.errors import FootplateError, UnknownAgent
from footplate.game import Game
from footplate.papers.warwick.bots.moves import OWN
from tests.support.audit import run_under_audit
from tests.support.strategies import agent_specs


@pytest.fixture
def command(monkeypatch, capsys):
    """Runs a command; its exit code and what it said."""

    def run(*words: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["footplate", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        with pytest.raises(SystemExit) as done:
            main()
        said = capsys.readouterr()
        return int(done.value.code or 0), " ".join(f"{said.out} {said.err}".split())

    return run


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("text", "canonical", "parts"),
    [
        ("greedy", "greedy", ["greedy"]),
        (" ismcts : iterations = 5, ms=3 ", "ismcts:iterations=5,ms=3", ["ismcts"]),
        ("greedy:", "greedy", ["greedy"]),
        ("mixed:first=hoarder:threshold=0.8,second=base", None, ["mixed", "hoarder", "base"]),
        ("mixed:first=[hoarder:threshold=0.8,ticket_trains=3],limit=2", None, ["mixed", "hoarder"]),
        ("mixed:first=[mixed:first=[base:a=1,b=2],second=x],limit=2", None, ["mixed", "mixed", "base", "x"]),
        ("mixed:first=[greedy],second=base", "mixed:first=greedy,second=base", ["mixed", "greedy", "base"]),
        ("./my.py:Bot:depth=3,name=[x", None, ["./my.py:Bot"]),
        ("cmd:./bot --depth 3,4", None, ["cmd:./bot --depth 3,4"]),
        ("nobody:first=./x.py:Bot", "nobody", ["nobody"]),
    ],
)
def test_a_spec_has_a_name_parameters_and_parts(text, canonical, parts):
    spec = read_spec(text)
    assert str(spec) == (canonical or text)
    assert [part.name for part in spec.all_parts] == parts
    assert pickle.loads(pickle.dumps(spec)) == spec


@given(agent_specs | st.text("mixedfrst=[],:;'\"./ \n", max_size=80))
@example("/::;")
@example("/:::")
@example("/ :")
@example("/::,")
@example("x.py :A")
@example("./x.py: A :b=1")
def test_the_canonical_text_means_the_same(text):
    spec = read_spec(text)
    again = read_spec(str(spec))
    assert str(again) == str(spec)
    assert [(part.name, part.kind) for part in again.all_parts] == [(part.name, part.kind) for part in spec.all_parts]


@pytest.mark.parametrize(
    ("text", "foreign", "cheats", "learns"),
    [
        ("greedy", 0, 0, 0), ("a:b=./c.py", 0, 0, 0), ("cheating-mcts:iterations=5", 0, 1, 0), ("adaptive", 0, 0, 1),
        ("x.py:A", 1, 0, 0), ("cmd:x", 1, 0, 0),
        ("mixed:first=x.py:A", 1, 0, 0), ("mixed:first=mixed:second=cmd:x", 1, 0, 0),
        ("mixed:second=[mixed:first=[a.b:C],limit=2]", 1, 0, 0),
        ("mixed:first=cheating-mcts,second=base", 0, 1, 0), ("mixed:first=mixed:first=cheating-mcts", 0, 1, 0),
        ("mixed:second=adaptive", 0, 0, 1),
    ],
)  # fmt: skip
def test_what_holds_for_a_part_holds_for_the_whole(text, foreign, cheats, learns):
    spec = read_spec(text)
    assert (spec.runs_foreign_code, spec.cheats, spec.learns) == (bool(foreign), bool(cheats), bool(learns))


def test_very_deep_and_very_long_texts_are_nobody():
    for text in ("mixed:first=" * 60 + "x.py:A", "mixed:first=[" * 5000, "mixed:" + "first=[=[" * 5000):
        with pytest.raises(UnknownAgent):
            make_agent(text)


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("random, ismcts:iterations=5,dda=posas,greedy", ["random", "ismcts:iterations=5,dda=posas", "greedy"]),
        ("a:x=1,y=2;b", ["a:x=1,y=2", "b"]),
        ("mixed:first=a:x=1,second=b:y=2,c", ["mixed:first=a:x=1,second=b:y=2", "c"]),
        ("mixed:first=[a:x=1,y=2],limit=3,c", ["mixed:first=[a:x=1,y=2],limit=3", "c"]),
        ("cmd:./bot 'a,b;c' d,random", ["cmd:./bot 'a,b;c' d", "random"]),
        ("cmd:./bot a,b;random", ["cmd:./bot a,b", "random"]),
        ("./a.py:B:name=[x,random", ["./a.py:B:name=[x", "random"]),
        ("", []),
        (" ,; ", [","]),
    ],
)
def test_lists_of_specs(text, specs):
    assert split_specs(text) == specs


def test_a_tournament_takes_the_same_list_as_the_console(tmp_path, command):
    agents = "hoarder:threshold=0.8,ticket_trains=9,random"
    code, said = command("tournament", "--agents", agents, "--games", 2, "--out", tmp_path, "--json")
    assert code == 0, said
    assert '"hoarder:threshold=0.8,ticket_trains=9"' in said


# ---------------------------------------------------------------- parameters


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("hoarder:threshold", "agent 'hoarder': threshold needs a value, as in threshold=0.5"),
        ("ismcts:prune", "prune needs a value, as in prune=false"),
        ("adaptive:profile", "profile needs a value, as in profile=TEXT"),
        ("hoarder:treshold", "no parameter 'treshold'; .*did you mean 'threshold'"),
    ],
)
def test_what_is_missing_is_said(spec, complaint):
    with pytest.raises(UnknownAgent, match=complaint):
        make_agent(spec)


@pytest.mark.parametrize("spec", ["hoarder: threshold = 0.8 ", "hoarder:threshold =0.8", "hoarder:threshold= 0.8"])
def test_blanks_around_names_and_values_are_no_error(spec):
    assert make_agent(spec).bots[0].params[OWN] == 0.8


# ---------------------------------------------------------------- strangers


def test_a_part_that_is_foreign_is_not_even_loaded(tmp_path):
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Bot: act = None\n")
    with pytest.raises(UnknownAgent, match="not a single compiled bot"):
        make_agent(f"mixed:first={tmp_path}/evil.py:Bot,second=base")
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("bot", ["mixed:first={}/evil.py:Bot,second=base", "adaptive:profile={}/ran"])
def test_a_saved_game_runs_nothing_without_trust(tmp_path, bot, command):
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Bot: act = None\n")
    save = tmp_path / "game.txt"
    command("console", "--opponents", "random", "--save", save)
    save.write_text(save.read_text().replace("random", bot.format(tmp_path)))
    code, said = command("console", "--resume", save)
    assert code == 2
    assert "if you trust that, add --trust" in said
    assert not (tmp_path / "ran").exists()


def test_a_tournament_on_disk_runs_foreign_code_only_if_it_is_named_again(tmp_path, command):
    bot = "./bots_of_a_stranger.py:Bot"
    command("tournament", "--out", tmp_path, "--agents", "random,greedy", "--games", 2)
    manifest = tmp_path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"random"', f'"{bot}"'))
    code, said = command("tournament", "--out", tmp_path, "--resume")
    assert (code, "if you trust that, name --agents again" in said) == (2, True)
    code, said = command("tournament", "--out", tmp_path, "--resume", "--agents", f"{bot},greedy")
    assert (code, "can't be read" in said) == (2, True)


UNDER_AUDIT = """
import sys
from pathlib import Path
from hypothesis import HealthCheck, given, settings
from tests.support.strategies import agent_specs
import footplate
from footplate.app.people.opponents import effort_of, is_allowed, name_of, word_for
from footplate.agents import read_spec

HOME = str(Path(footplate.__file__).parent)
WATCHED = ("open", "import", "exec", "compile", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.fork",
           "socket.connect", "ctypes.dlopen", "os.listdir", "os.mkdir")
seen, watching = [], False

def hook(event, arguments):
    if watching and event.startswith(WATCHED):
        if event == "open" and str(arguments[0]).startswith(HOME):
            return
        seen.append((event, arguments))

counts = {True: 0, False: 0}

@settings(max_examples=EXAMPLES, database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(agent_specs)
def look(text):
    global watching
    watching = True
    try:
        allowed = is_allowed(text)
        name_of(text), str(read_spec(text)), read_spec(text).learns
        if allowed:
            effort_of(text), word_for(text)
        counts[allowed] += 1
    finally:
        watching = False
    assert not seen, (text, seen)
    asked = read_spec(text)
    assert not (allowed and asked.runs_foreign_code), text

is_allowed("greedy")
sys.addaudithook(hook)
look()
print(counts[True], counts[False])
"""


def test_what_the_web_looks_at_touches_no_file_and_imports_nothing(tmp_path):
    (tmp_path / "evil.py").write_text("class Bot:\n    act = None\n")
    allowed, refused = run_under_audit(UNDER_AUDIT.replace("EXAMPLES", "3000"), tmp_path).split()
    assert int(allowed) > 100
    assert int(refused) > 1000


# ---------------------------------------------------------------- cheats


def test_a_search_that_cheats_says_so_instead_of_reading_what_is_erased():
    game = Game("small", 2, 1)
    agent = make_agent("cheating-mcts:iterations=20")
    agent.start(0, 1)
    with pytest.raises(FootplateError, match="cheats: show it everything"):
        agent.act(game.observe(0), Budget())
    assert agent.act(game.reveal(0), Budget())


@pytest.mark.parametrize(
    "order", ["first=cheating-mcts:iterations=20,second=base", "second=cheating-mcts:iterations=20"]
)
def test_a_mixed_bot_with_a_part_that_cheats_is_shown_everything(order):
    agent = make_agent(f"mixed:{order},limit=3")
    assert agent.cheats
    result = play_match("small", [agent, "random"], 4, seed=1)
    assert result.games == 4
    with pytest.raises(FootplateError, match="cheats"):
        agent.act(Game("small", 2, 1).observe(0), Budget())


@settings(max_examples=200)
@given(agent_specs)
def test_agents_cheat_as_their_specs_say(text):
    spec = read_spec(text)
    if spec.runs_foreign_code:
        return
    try:
        agent = make_agent(spec)
    except (FootplateError, OverflowError):
        return
    assert (agent.cheats, agent.learns) == (spec.cheats, spec.learns)
