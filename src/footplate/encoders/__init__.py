"""What a network sees of a game and what it may do: observations and actions as arrays (docs/encoders.md)."""

from footplate.encoders.actions import ACTION_CODES, ActionCode, make_actions
from footplate.encoders.blocks import Block, Part
from footplate.encoders.encoder import Encoder
from footplate.encoders.encoding import Encoding, encoders, make_encoding

__all__ = [
    "ACTION_CODES", "ActionCode", "Block", "Encoder", "Encoding", "Part", "encoders", "make_actions",
    "make_encoding",
]  # fmt: skip
