"""The codes by which the report's game configurations name agents (Appendix A), each with our agent that plays so."""

from __future__ import annotations

from typing import NamedTuple


class AgentCode(NamedTuple):
    code: int
    name: str  # in the report's code
    spec: str  # ours


AGENT_CODES = tuple(
    AgentCode(*row)
    for row in (
        (64, "SWAP_BOT", "swap-bot"),
        (70, "SWAP_BOT2", "swap-bot-2"),
        (96, "SWAP_BOT3", "swap-bot-3"),
        (128, "TAKERANDOMTURN_AIAGENT", "fully-random"),
        (256, "TAKELASTTURN_AIAGENT", "greedy-random"),
        (512, "TAKELOCOMOTIVE_AIAGENT", "take-locomotive"),
        (1024, "HEURISTIC_AGENT", "base"),
        (2048, "RANDOM_SMART", "random-smart"),
        (3072, "RANDOM_BASE", "random-base"),
        (4096, "VILLAIN_AGENT", "villain"),
        (5120, "HOARDER", "hoarder"),
        (6144, "HOARDER_TICKET", "hoarder-ticket"),
        (7168, "PILE", "pile"),
        (8192, "PILE_TICKET", "pile-ticket-hater"),
        (16384, "CHEATING_MCTS_AIAGENT", "cheating-mcts"),
        (32768, "CHEATING_MCTS_DDAAGENT", "cheating-mcts:dda=rosas"),
        (32769, "CHEATING_MCTS_DDAAGENT_TRUE_ROSAS", "cheating-mcts:dda=true-rosas"),
        (32770, "CHEATING_MCTS_DDAAGENT_POSAS", "cheating-mcts:dda=posas"),
        (32771, "CHEATING_MCTS_DDAAGENT_TRUE_POSAS", "cheating-mcts:dda=true-posas"),
        (131072, "INFORMATION_SET_MCTS_AIAGENT", "ismcts"),
        (262144, "INFORMATION_SET_MCTS_DDAAGENT", "ismcts:dda=rosas"),
        (262145, "INFORMATION_SET_MCTS_DDAAGENT_TRUE_ROSAS", "ismcts:dda=true-rosas"),
        (262146, "INFORMATION_SET_MCTS_DDAAGENT_POSAS", "ismcts:dda=posas"),
        (262147, "INFORMATION_SET_MCTS_DDAAGENT_TRUE_POSAS", "ismcts:dda=true-posas"),
    )
)
