#!/usr/bin/env python3
"""A bot as a program of its own: it reads lines of JSON and answers with lines of JSON (docs/bots.md).

It uses nothing of Footplate's, so it can be rewritten in any language.
Play it:  footplate match "cmd:python3 external_bot.py" random --games 20
"""

import json
import random
import sys


def main():
    board, chance = None, random.Random(0)
    for line in sys.stdin:  # ends when Footplate closes our input
        message = json.loads(line)
        if message["type"] == "hello":
            answer({"protocol": 1})
        elif message["type"] == "start":
            board, chance = message["board"], random.Random(message["seed"])
            answer({"ready": True})
        elif message["type"] == "act":
            answer(decide(board, message["observation"], chance))
        elif message["type"] == "end":  # needs no answer
            print("Totals:", message["totals"], file=sys.stderr)  # standard error is ours; standard output is not


def answer(message):
    print(json.dumps(message), flush=True)  # without the flush Footplate would wait for ever


def decide(board, seen, chance):
    """Claim the route with most points; else take the colour that we have most of; else anything."""
    legal = seen["legal_actions"]
    claims = [action for action in legal if "route" in action]
    if claims:
        best = max(claims, key=lambda action: board["routes"][action["route"]]["length"])
        return {"action": best["number"], "reason": "the longest route that I can pay"}
    takes = [action for action in legal if action["text"].startswith("take ")]
    if takes:
        best = max(takes, key=lambda action: seen["hand"][action["text"].removeprefix("take ")])
        return {"action": best["text"], "reason": "I have most of this colour"}
    return {"action": chance.choice(legal)["number"]}


if __name__ == "__main__":
    main()
