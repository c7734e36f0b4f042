"""Hostile spec strings of bots, sent to the server: nothing is loaded, opened or started for them."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi")

from tests.support.app.seats import bot, person
from tests.support.audit import run_under_audit

UNDER_AUDIT = """
import sys
from pathlib import Path
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
import footplate
from footplate.agents import read_spec
from footplate.app import server
from footplate.app.thinking import work_queues as thinking
from footplate.app.settings import ServerSettings
from tests.support.app.server import FREE, become_player
from tests.support.strategies import agent_specs

HOME = str(Path(footplate.__file__).parent)
WATCHED = ("open", "import", "exec", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.fork")
seen, watching = [], False

def hook(event, arguments):
    if watching and event in WATCHED and not (event == "open" and str(arguments[0]).startswith(HOME)):
        seen.append((event, arguments))

async def nothing(*_):
    pass

server.warm_up, thinking.Thinking.warm_up = nothing, lambda self: None  # they load code, whoever asks for what
refused = 0

here = ServerSettings(database="sqlite:///games.sqlite3", names=("testserver",), limits=FREE)
with TestClient(server.create_app(here)) as client:
    become_player(client)

    def post(spec):
        seats = [{"kind": "person", "livery": 1}, {"kind": "bot", "livery": 2, "spec": spec}]
        return client.post("/api/games", json={"board": "small", "seats": seats})

    @settings(max_examples=300, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(agent_specs.filter(lambda spec: read_spec(spec).runs_foreign_code))
    def ask(spec):
        global watching, refused
        watching = True
        answer = post(spec)
        watching = False
        assert answer.status_code == 422, answer.text
        assert not seen, (spec, seen)
        refused += 1

    post("nobody")
    sys.addaudithook(hook)
    ask()
print(refused)
"""


def test_a_request_for_foreign_code_touches_nothing(tmp_path):
    (tmp_path / "evil.py").write_text("open('ran', 'w')\nclass Bot:\n    act = None\n")
    assert int(run_under_audit(UNDER_AUDIT, tmp_path)) >= 300
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("part", ["./evil.py:Bot", "cmd:touch ran", "adaptive:profile=/etc/passwd"])
def test_parts_are_refused_like_wholes(client, part):
    for spec in (part, f"mixed:first={part},second=base", f"mixed:second=[mixed:first=[{part}],limit=2]"):
        answer = client.post("/api/games", json={"board": "small", "seats": [person(), bot(spec)]})
        assert answer.status_code == 422
        assert "no opponent" in answer.json()["error"]
