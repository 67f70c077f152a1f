"""What a field takes beyond its type, declared in its annotation.

Reader, writer, JSON Schema, form and messages are made from it, so that a field is declared once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class Field:
    """The declaration of a field, as in `Annotated[int, Field("players", 2, 10)]`.

    `label` names the field within a sentence. `low` and `high` bound a whole number or the length
    of a list, both included; `within` names a number of the ruleset that it does not exceed either.
    `contract` marks a field that only games with bids have, `needed` one that each of them has.
    """

    label: str = ""
    low: int = 0
    high: int = 0
    within: str = ""
    contract: bool = False
    needed: bool = False


@cache
def declarations(cls: type) -> Mapping[str, tuple[Any, Field]]:
    """Return the type and the declaration of each field of a dataclass, by name and in order."""
    hints = get_type_hints(cls, include_extras=True)
    return {field.name: _declaration(hints[field.name]) for field in fields(cls)}


def _declaration(hint: Any) -> tuple[Any, Field]:  # noqa: ANN401 - a type
    if get_origin(hint) is not Annotated:
        return hint, Field()
    plain, declared = get_args(hint)
    return plain, declared
