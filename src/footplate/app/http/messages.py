"""What a page says over its WebSocket, and a sentence for what can't be understood."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, Strict, TypeAdapter, ValidationError

from footplate.app.live.bots import SLOWEST
from footplate.app.live.listeners import Refused
from footplate.boards.limits import MAX_CARDS

_LONGEST = 4096  # characters of a message
_NUMBER, _FLAG = "a whole number from 0 on", "true or false"
_WANTED = {
    "seat": _NUMBER, "token": "null: a link is used up before its seat is joined",
    "version": _NUMBER, "action": _NUMBER, "then": "a list of actions",
    "seconds": f"a number from 0 to {SLOWEST:g}", "held": _FLAG, "on": _FLAG, "longer": _FLAG, "agree": _FLAG,
    "phrase": _NUMBER,
}  # fmt: skip

Number = Annotated[int, Strict(), Field(ge=0, lt=1 << 31)]


class Join(BaseModel):
    """The first message. ``seat`` is one of one's own, or None to watch; without it, one sits in one's first seat."""

    type: Literal["join"]
    seat: Number | None = None
    token: None = None


class Ping(BaseModel):
    type: Literal["ping"]


class Act(BaseModel):
    """An action, and those that belong to it: a station's payment, or the cards that are given."""

    type: Literal["act"]
    version: Number
    action: Number
    then: list[Number] = Field(default=[], max_length=MAX_CARDS)


class Undo(BaseModel):
    type: Literal["undo"]
    version: Number


class ChangePace(BaseModel):
    """How long a turn of bots takes, and whether they wait. What is not named stays; null is no number of seconds."""

    type: Literal["pace"]
    seconds: Annotated[float, Strict(), Field(ge=0, le=SLOWEST)] = None  # type: ignore[assignment]
    held: bool | None = None


class Search(BaseModel):
    """Whether somebody wants the search panel, and whether it takes longer."""

    type: Literal["search"]
    on: bool = False
    longer: bool = False


class ComeBack(BaseModel):
    """Whoever a bot plays for plays on."""

    type: Literal["back"]


class EndNow(BaseModel):
    """Offer to end the game as it stands, or agree to that; false: play on."""

    type: Literal["end"]
    agree: Annotated[bool, Strict()] = True


class Resign(BaseModel):
    """A bot plays on in one's place."""

    type: Literal["resign"]


class Say(BaseModel):
    """A quick phrase, by its number."""

    type: Literal["say"]
    phrase: Number


Message = Join | Ping | Act | Undo | ChangePace | Search | ComeBack | EndNow | Resign | Say
_MESSAGES: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


class NotUnderstood(Refused):
    """A message that can't be read. ``of`` is its type, if there is such a type."""

    def __init__(self, sentence: str, of: str = "") -> None:
        super().__init__(sentence)
        self.of = of


def read_message(text: str | None) -> Message:
    """The message; NotUnderstood says what is wrong with it."""
    if text is None:
        raise NotUnderstood("a message must be text")
    if len(text) > _LONGEST:
        raise NotUnderstood(f"a message has at most {_LONGEST} characters")
    try:
        return _MESSAGES.validate_json(text)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False)[0]
    if wrong["loc"]:
        of, name = str(wrong["loc"][0]), str(wrong["loc"][1])
        raise NotUnderstood(f"{name} must be {_WANTED[name]}", of)
    if wrong["type"] == "json_invalid":
        raise NotUnderstood("a message must be JSON")
    if wrong["type"] == "dict_type":
        raise NotUnderstood("a message must be a JSON object")
    raise NotUnderstood(f"there is no message of type {str(wrong.get('ctx', {}).get('tag'))[:40]!r}")
