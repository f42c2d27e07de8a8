"""Finds the game in a file."""

from __future__ import annotations

import importlib.util
import os
import sys

from .game import Game


def load(path: str) -> type[Game]:
    """Runs a file and returns the game in it: the only class derived from Game that the file
    defines or, where there are several, the one that no other is derived from."""
    name = os.path.splitext(os.path.basename(path))[0]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec = importlib.util.spec_from_file_location(f"foregone_game_{name}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a file of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    own = [c for c in vars(module).values() if isinstance(c, type) and issubclass(c, Game) and c.__module__ == spec.name]
    last = [c for c in dict.fromkeys(own) if not any(d is not c and issubclass(d, c) for d in own)]
    if len(last) != 1:
        names = ", ".join(c.__name__ for c in last) or "none"
        raise ImportError(f"{path} must have one class derived from foregone.Game, and has {names}")
    return last[0]
