"""Reading, writing and describing the fields of a value, all from their declarations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

from scorekeeper.codec.validation import (
    LONGEST_NAME,
    check_fields,
    field_path,
    parse_boolean,
    parse_choice,
    parse_integer,
    parse_name,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.field import Field, declarations

Built = TypeVar("Built")
Schema: TypeAlias = dict[str, Any]
Known: TypeAlias = Mapping[str, Any]
"""The fields of the ruleset that were read before, by name."""


class Codec(Protocol):
    """How the values of one type are read from JSON, written to it, and described by a schema."""

    @property
    def schema(self) -> Schema: ...

    def read(self, value: object, path: str, known: Known) -> Any:  # noqa: ANN401
        """Return the value at `path`. Raise RuleError if the JSON value is malformed."""

    def write(self, value: Any) -> Any:  # noqa: ANN401
        """Return the value as JSON."""


Codecs: TypeAlias = Mapping[Any, Callable[[Field], Codec]]
"""Makes the codec of a field, by the type of the field."""


class _Plain:
    """A value that JSON holds as it is."""

    def write(self, value: Any) -> Any:  # noqa: ANN401
        return value


@dataclass(frozen=True, slots=True)
class Integer(_Plain):
    """A whole number from `low` to `high`, and at most the known number named `within`."""

    low: int
    high: int
    within: str = ""

    @property
    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def read(self, value: object, path: str, known: Known) -> int:
        return parse_integer(value, path, self.low, known.get(self.within, self.high))


class Flag(_Plain):
    """True or false."""

    schema: Schema = {"type": "boolean"}  # noqa: RUF012 - never changed

    def read(self, value: object, path: str, _: Known) -> bool:
        return parse_boolean(value, path)


class Name(_Plain):
    """A name of 1 to 80 characters."""

    schema: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}  # noqa: RUF012

    def read(self, value: object, path: str, _: Known) -> str:
        return parse_name(value, path)


@dataclass(frozen=True, slots=True)
class Choice(_Plain):
    """One of a few words."""

    choices: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return {"enum": list(self.choices)}

    def read(self, value: object, path: str, _: Known) -> str:
        return parse_choice(value, path, self.choices)


@dataclass(frozen=True, slots=True)
class WordOr(_Plain):
    """A certain word, or a value of another type."""

    word: str
    other: Codec

    @property
    def schema(self) -> Schema:
        return {"oneOf": [{"const": self.word}, self.other.schema]}

    def read(self, value: object, path: str, known: Known) -> Any:  # noqa: ANN401
        return value if value == self.word else self.other.read(value, path, known)


@dataclass(frozen=True, slots=True)
class Nullable:
    """A value, or null for `absent`."""

    inner: Codec
    absent: int | None = None

    @property
    def schema(self) -> Schema:
        return {"oneOf": [self.inner.schema, {"type": "null"}]}

    def read(self, value: object, path: str, known: Known) -> Any:  # noqa: ANN401
        return self.absent if value is None else self.inner.read(value, path, known)

    def write(self, value: Any) -> Any:  # noqa: ANN401
        return None if value == self.absent else self.inner.write(value)


@dataclass(frozen=True, slots=True)
class FieldCodec:
    """One field of a value: its name, its declaration, its codec and its default."""

    name: str
    declared: Field
    codec: Codec
    default: Any = MISSING

    @property
    def needed(self) -> bool:
        return self.declared.needed or self.default is MISSING

    def read(self, facts: Mapping[str, Any], where: str, known: Known) -> Any:  # noqa: ANN401
        """Return the field of the object at path `where`, or its default if it is left out."""
        if self.name not in facts:
            return self.default
        return self.codec.read(facts[self.name], field_path(where, self.name), known)


@dataclass(frozen=True, slots=True)
class Object:
    """A JSON object for a value of the class `build`.

    `what` is the kind of object. A `sparse` one is written without the fields that have their
    default. `take` gets a field of the value by its name.
    """

    build: Callable[..., Any]
    fields: tuple[FieldCodec, ...]
    what: str
    sparse: bool = False
    take: Callable[[Any, str], Any] = getattr

    @property
    def schema(self) -> Schema:
        return object_schema(
            [field.name for field in self.fields if field.needed],
            **{field.name: field.codec.schema for field in self.fields},
        )

    def read(self, value: object, path: str, known: Known) -> Any:  # noqa: ANN401
        facts = check_fields(value, [field.name for field in self.fields], self.what, path)
        for field in self.fields:
            if field.needed and field.name not in facts:
                raise RuleError("field-missing", field_path(path, field.name), what=self.what)
        values = {field.name: field.read(facts, path, known) for field in self.fields}
        return build(self.build, path, **values)

    def write(self, value: Any) -> dict[str, Any]:  # noqa: ANN401
        values = ((field, self.take(value, field.name)) for field in self.fields)
        return {
            field.name: field.codec.write(taken)
            for field, taken in values
            if not self.sparse or taken != field.default
        }


def object_schema(required: list[str], **properties: Schema) -> Schema:
    """Return the schema of an object that has these fields and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def build(value: Callable[..., Built], where: str, **fields: object) -> Built:
    """Return the value of these fields. Raise RuleError, with its full path, if two contradict."""
    try:
        return value(**fields)
    except RuleError as error:
        error.field = field_path(where, error.field)
        raise


def codecs_of(cls: type, codecs: Codecs, but: str = "") -> tuple[FieldCodec, ...]:
    """Return the fields of a dataclass, in order, all but one of this name.

    `codecs` knows the types that are not plain.
    """
    declared = declarations(cls)
    return tuple(
        _field_codec(field.name, *declared[field.name], _default(field), codecs)
        for field in fields(cls)
        if field.name != but
    )


def _default(field: Any) -> Any:  # noqa: ANN401 - a dataclasses.Field
    made = field.default_factory
    return field.default if made is MISSING else made()


def _field_codec(
    name: str,
    hint: Any,  # noqa: ANN401 - a type
    declared: Field,
    default: Any,  # noqa: ANN401 - as the field
    codecs: Codecs,
) -> FieldCodec:
    codec = _codec(hint, declared, codecs)
    if isinstance(codec, Integer) and declared.contract:
        codec = Nullable(codec, absent=default)
    return FieldCodec(name, declared, codec, default)


def _codec(hint: Any, declared: Field, codecs: Codecs) -> Codec:  # noqa: ANN401 - a type
    """Return the codec of a type; unions are of a type and None, or of a word and a type."""
    if hint in codecs:
        return codecs[hint](declared)
    if get_origin(hint) in (Union, UnionType):
        one, other = get_args(hint)
        if other is NoneType:
            return Nullable(_codec(one, declared, codecs))
        return WordOr(get_args(one)[0], _codec(other, declared, codecs))
    if get_origin(hint) is Literal:
        return Choice(get_args(hint))
    if hint is int:
        return Integer(declared.low, declared.high, declared.within)
    return Flag() if hint is bool else Name()
