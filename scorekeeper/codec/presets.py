"""The published games that come with the program, one TOML file each.

`common_presets.txt` lists those that most tables play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def preset_names() -> tuple[str, ...]:
    """The names of the published games that come with the program, in alphabetical order."""
    folder = files("scorekeeper").joinpath("presets")
    return tuple(sorted(p.name[:-5] for p in folder.iterdir() if p.name.endswith(".toml")))


@cache
def common_presets() -> tuple[str, ...]:
    """The names of the games offered before the others; the first of them unless told otherwise."""
    return tuple(files("scorekeeper").joinpath("presets", "common.txt").read_text("utf-8").split())


@cache
def load_preset(name: str) -> Mapping[str, Any]:
    """A published game's fields as its file has them; `load_preset` names the game that it builds
    on.

    Raises KeyError for a name that is not in `presets()`.
    """
    if name not in preset_names():
        raise KeyError(name)
    return tomllib.loads(
        files("scorekeeper").joinpath("presets", f"{name}.toml").read_text("utf-8")
    )
