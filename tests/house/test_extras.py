"""Packages that not everybody installs: without one, a sentence names what to install."""

from __future__ import annotations

from pathlib import Path

import pytest

from footplate.errors import NotInstalled
from footplate.extras import need, needing
from tests.support.forking import forking

GYMNASIUM = "an environment of Gymnasium needs gymnasium: pip install 'footplate[envs]'"
PETTINGZOO = "an environment of PettingZoo needs pettingzoo: pip install 'footplate[envs]'"
TRAINER = """
from footplate.learning.settings import PPOSettings, Task
from footplate.learning.trainer import make_trainer
make_trainer("ppo", Task(), PPOSettings())
"""
TRAINING = "training needs {}: pip install 'footplate[train]'"
SERVER = "import footplate.app.server"
# Run by a process of its own: modules that were loaded half would spoil other tests.
WITHOUT = """
import sys
from footplate.errors import FootplateError, NotInstalled
loaded_anew = "{package}.", "footplate.envs", "footplate.learning", "footplate.app"
for name in list(sys.modules):
    if name == "{package}" or name.startswith(loaded_anew):
        del sys.modules[name]
sys.modules["{package}"] = None
try:
    exec({code!r}, {{}})
except NotInstalled as error:
    assert isinstance(error, FootplateError)
    assert isinstance(error, ImportError)
    print(error)
"""
RATINGS = "from footplate.arena.ratings import openskill_ratings\nopenskill_ratings(2, [])"


@pytest.mark.parametrize(
    ("package", "code", "sentence"),
    [
        ("gymnasium", "from footplate.envs import aec", GYMNASIUM),
        ("gymnasium", "from footplate.envs import gym", GYMNASIUM),
        ("gymnasium", "from footplate.envs import vector", GYMNASIUM),
        ("pettingzoo", "from footplate.envs import aec", PETTINGZOO),
        (
            "stable_baselines3",
            "from footplate.envs import sb3",
            "an environment of Stable-Baselines3 needs stable_baselines3: pip install 'sb3-contrib'",
        ),
        ("jax", TRAINER, TRAINING.format("jax")),
        ("jax", "from footplate.learning import ppo", TRAINING.format("jax")),
        ("jax", "from footplate.learning import acting", TRAINING.format("jax")),
        ("optax", "from footplate.learning import clone", TRAINING.format("optax")),
        (
            "ray",
            "from footplate.arena.runners import make_runner\nmake_runner('ray')",
            "the runner ray needs ray: pip install 'footplate[cluster]'",
        ),
        ("openskill", RATINGS, "a rating by OpenSkill needs openskill: pip install 'footplate[arena]'"),
        ("fastapi", SERVER, "the browser game needs fastapi: pip install 'footplate[app]'"),
        ("sqlalchemy", SERVER, "the browser game needs sqlalchemy: pip install 'footplate[app]'"),
        (
            "typst",
            "from footplate.boards import load_board\n"
            "from footplate.design.printing.sheets import print_board\nprint_board(load_board('mini'))",
            "printing needs typst: pip install 'footplate[print]'",
        ),
    ],
)
def test_a_missing_package_is_named_with_its_extra(package: str, code: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "imports.py").write_text(WITHOUT.format(package=package, code=code), "utf-8")
    done = forking().run(["imports.py"], tmp_path)
    assert (done.status, done.output.strip(), done.errors) == (0, sentence, "")


def test_a_mistake_of_footplate_s_own_is_no_missing_package() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"footplate\.nothing"), needing("this", "footplate[x]"):
        import footplate.nothing  # noqa: F401


def test_what_is_needed_later_is_looked_for_at_once() -> None:
    need("this", "footplate[x]", "json", "numpy")
    with pytest.raises(NotInstalled, match=r"this needs surely_not_there: pip install 'footplate\[x\]'"):
        need("this", "footplate[x]", "json", "surely_not_there")
