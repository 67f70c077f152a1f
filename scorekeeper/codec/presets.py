"""The published games that come with the program, one TOML file each.

`presets/common.txt` lists the games that are played most. A file is read once, as a module is: it
is a part of the program, and a match that names a preset is opened without parsing it again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def preset_names() -> tuple[str, ...]:
    """Return the names of the published games of this program, in alphabetical order."""
    folder = files("scorekeeper").joinpath("presets")
    return tuple(sorted(p.name[:-5] for p in folder.iterdir() if p.name.endswith(".toml")))


@cache
def common_presets() -> tuple[str, ...]:
    """Return the names of the games that are offered first; the first of them is the default."""
    return tuple(files("scorekeeper").joinpath("presets", "common.txt").read_text("utf-8").split())


@cache
def load_preset(name: str) -> Mapping[str, Any]:
    """Return the fields of a published game as its file has them.

    The field `preset` names the game that it builds on, if any. Raise KeyError if `name` is not in
    `preset_names()`.
    """
    if name not in preset_names():
        raise KeyError(name)
    return tomllib.loads(
        files("scorekeeper").joinpath("presets", f"{name}.toml").read_text("utf-8")
    )
