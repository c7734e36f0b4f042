"""What a network sees of a game and what it may do: observations and actions as arrays (docs/encoders.md)."""

from footplate.encoders.actions import ACTION_CODES, ActionCode, make_actions
from footplate.encoders.blocks import Block
from footplate.encoders.encoding import ENCODERS, Encoding, make_encoding

__all__ = ["ACTION_CODES", "ENCODERS", "ActionCode", "Block", "Encoding", "make_actions", "make_encoding"]
