"""The file of a study: what it says, and what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from footplate.app.user_studies.design import Design, read_design
from footplate.errors import FootplateError
from tests.support.app.studies import EXAMPLE, QUICK, quick_design
from tests.support.project import ROOT


def test_the_example_is_a_study_that_tells_of_its_cheat(tmp_path: Path) -> None:
    design = read_design(EXAMPLE)
    assert design.games == len(design.conditions) == 4
    assert [condition.cheats for condition in design.conditions] == [False, False, False, True]
    assert design.questions == ("enjoyed", "hard", "open", "human", "skill")
    assert Design.from_dict(design.to_dict()) == design


def test_the_plan_in_the_docs(tmp_path: Path) -> None:
    (plan,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "user-studies.md").read_text("utf-8"), re.DOTALL)
    design = quick_design(tmp_path, plan)
    assert (design.name, design.games, design.cheats) == ("even-games", 4, True)


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    design = quick_design(tmp_path, QUICK.replace('order = "latin"\nseed = 3\n', ""))
    assert (design.order, design.seed, design.games) == ("latin", 0, 2)


CHEAT = 'opponent = "cheating-mcts:iterations=60"\ntold = true'
GREEDY = 'opponent = "greedy"'


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('order = "latin"', 'ordr = "latin"', 6, "there is no key 'ordr'; .*(did you mean 'order'?)"),
        ('order = "latin"', 'order = "latn"', 6, "there is no order 'latn'; there are fixed, random, latin"),
        ("people = 8", "people = 0", 4, "people: 0, but it must be a whole number from 1 to 500"),
        ("people = 8", "people = 7", 4, "has 2 rows: 6 or 8 people use each of its 2 rows equally often"),
        ("people = 8", "", None, "people is missing"),
        ("seed = 3", "seed = -1", 7, "seed: -1, but it must be a whole number from 0"),
        ("seed = 3", "games = 101", 7, "games: 101, but it must be a whole number from 1 to 100"),
        ("seed = 3", 'questions = ["fun"]', 7, "there is no question 'fun'; there are enjoyed, hard"),
        ('name = "quick"', 'name = "Quick games"', 2, "at most 40 small letters, digits and hyphens"),
        ('boards = ["mini"]', 'boards = "mini"', 5, 'boards: .mini., but it must be a list of texts, such as'),
        ('boards = ["mini"]', 'boards = ["atlantis"]', 5, "boards: .*atlantis"),
        ('boards = ["mini"]', 'boards = ["mini", "mini"]', 5, "one board or more, each once"),
        ('consent = "You play two games.\\n\\nWe keep your moves."', 'consent = " "', 8, "consent: .* a text of 1 to"),
        (GREEDY, 'opponent = "gredy"', 12, "conditions, number 1, opponent: .*gredy.*did you mean 'greedy'"),
        (GREEDY, 'opponent = "greedy:x=1"', 12, "number 1, opponent: .*'greedy' has no parameter"),
        (GREEDY, 'opponent = "./bot.py:Bot"', 12, "one of Footplate's own bots, and name no files"),
        (GREEDY, 'opponent = "ismcts:threads=2"', 12, "a bot without threads of its own"),
        (GREEDY, 'oponent = "greedy"', 12, "number 1, there is no key 'oponent'; .*did you mean 'opponent'"),
        ('name = "Sees it all"', 'name = "Careful one"', 15, "number 2, name: 'Careful one' is there twice"),
        (CHEAT, 'opponent = "cheating-mcts:iterations=60"', 16, "people must be told that some .* told = true"),
        ("told = true", "told = 1", 17, "number 2, told: 1, but it must be true or false"),
        (QUICK[QUICK.index("[[") :], "", None, "it needs one \\[\\[conditions\\]\\] or more, each with an opponent"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, old: str, new: str, line: int | None, words: str) -> None:
    assert old in QUICK
    with pytest.raises(FootplateError, match=words) as caught:
        quick_design(tmp_path, QUICK.replace(old, new))
    said = str(caught.value)
    assert said.startswith(str(tmp_path / "study.toml"))
    assert (f", line {line}: " in said) if line else ("line" not in said.partition(":")[0])


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(FootplateError, match=r"no\.toml can't be read: No such file"):
        read_design(tmp_path / "no.toml")
    with pytest.raises(FootplateError, match=r"is no TOML: .*line 2"):
        quick_design(tmp_path, 'name = "a"\nx = =')
