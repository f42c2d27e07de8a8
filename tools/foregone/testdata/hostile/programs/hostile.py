"""The honest part of the programs here: counting down from 20 by 1, 2 or 5, in lines."""

import json
import sys

DESCRIPTION = {"protocol": 1, "name": "hostile", "max_successors": 5}


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def moves(key):
    return [key - n for n in (1, 2, 5) if n <= key]


def expanded(key):
    return {"standing": 0, "successors": moves(key)}


def play(harm=expanded, at=7, start=20, describe=DESCRIPTION, position=expanded):
    """Plays. harm gives the answer about the key at, position that about all others."""
    say(describe)
    for line in sys.stdin:
        question = json.loads(line)
        if question["ask"] == "open":
            say({"start": start})
        else:
            say({"positions": [(harm if key == at else position)(key) for key in question["keys"]]})
