"""Studies in the database, on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest

from footplate.app.database import Store
from footplate.app.database.models import Participant, StoredGame, StudyGame
from footplate.app.database.studies import Deal
from footplate.app.database.tables import NotAllowed
from footplate.boards import load_board
from tests.support.app.studies import ALL_RATED, finish

DESIGN = {"name": "quick", "people": 3}


def deal(place: int, number: int) -> Deal:
    return Deal(f"condition {place}.{number}", "greedy", "mini", load_board("mini").to_json())


def player(store: Store, name: str) -> str:
    return store.identities.browser_for(f"token of {name}", name=name).player_id


def played(store: Store, player_id: str, number: int) -> str:
    game = store.studies.next_game("quick", player_id, 2, deal)
    finish(store, game, number)
    store.studies.answer("quick", player_id, number, ALL_RATED, "often")
    return game


def test_a_study_from_the_first_person_to_its_end(store: Store) -> None:
    studies = store.studies
    studies.open(DESIGN)
    ann, bob, cyd, dan = (player(store, name) for name in ("Ann", "Bob", "Cyd", "Dan"))
    for one in (ann, bob, cyd, ann):  # agreeing twice changes nothing
        studies.agree("quick", one, 3)
    with pytest.raises(NotAllowed, match="as many people"):
        studies.agree("quick", dan, 3)
    first = played(store, ann, 1)
    assert studies.next_game("quick", ann, 2, deal) != first
    played(store, bob, 1)
    assert [game.condition for person in studies.people("quick") for game in person.games if game.answered] == [
        f"condition {person.place}.1" for person in studies.people("quick") if person.skill
    ]
    assert sorted(studies.unreviewed("quick")) == sorted(
        game.game_id for person in studies.people("quick") for game in person.games if game.answered
    )
    studies.keep_review(first, {"curve": []})
    assert len(studies.unreviewed("quick")) == 1
    assert len(studies.withdraw("quick", ann)) == 2
    assert (store.count(Participant), store.count(StudyGame), store.count(StoredGame)) == (2, 1, 1)
    assert studies.part("quick", ann) is None
    studies.agree("quick", dan, 3)  # at the place that is free now
    places = [person.place for person in studies.people("quick") if person.place is not None]
    assert sorted(places) == [0, 1, 2]
    store.delete_player(dan)
    study = studies.study("quick")
    assert study
    assert study.withdrawn == 2

    (game,) = studies.close("quick")
    assert studies.close("quick") == []
    assert {person.player_id for person in studies.people("quick")} == {None}
    assert studies.part("quick", bob) is None
    assert store.game_of(bob, game) is None
    store.delete_player(bob)
    assert store.count(StudyGame) == 1
    with pytest.raises(NotAllowed, match="closed"):
        studies.agree("quick", cyd, 3)


def test_keys(store: Store) -> None:
    store.studies.open(DESIGN)
    keys = [store.studies.new_key("quick") for _ in range(5)]
    assert [store.studies.is_key("quick", key) for key in keys] == [False, True, True, True, True]
    assert not store.studies.is_key("slow", keys[-1])
    assert store.studies.names() == ["quick"]
