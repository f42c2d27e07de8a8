"""Finds the game in a file."""

from __future__ import annotations

import importlib.util
import os
import sys

from .game import Game, has


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
    others = {c.__name__ for c in last[0].__mro__ if issubclass(c, Game) and c not in (Game, last[0]) and has(c, "successors", "ending")}
    if others and "name" not in vars(last[0]):
        raise ImportError(
            f"{last[0].__name__} of {path} is derived from another game, {' and '.join(sorted(others))}: "
            "say by name = that it is a game of its own"
        )
    return last[0]


def reason(error: BaseException, path: str) -> str:
    """Says what went wrong while a file was loaded, with the place in the file of the user."""
    here, lines = os.path.abspath(path), []
    at = error.__traceback__
    while at is not None:
        if os.path.abspath(at.tb_frame.f_code.co_filename) == here:
            lines.append(at.tb_lineno)
        at = at.tb_next
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SyntaxError):
        text = f"{type(error).__name__}: {error.msg}"
        if error.filename and os.path.abspath(error.filename) == here:
            lines = [error.lineno or 0]
    if isinstance(error, (ImportError, TypeError)) and not lines:
        text = str(error)  # what this package says of the game
    return text + (f" (line {lines[-1]} of {os.path.basename(path)})" if lines else "")
