"""Every setting: its default and one sentence. Each is read from SCOREKEEPER_<NAME>."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import urlsplit

PREFIX = "SCOREKEEPER_"
_SECRET_BYTES = 32
_RANGES = (
    ("port", 1, 65535),
    ("workers", 0, 512),
    ("streams", 2, 100_000),
    ("expiry_days", 1, 36500),
    ("proxies", 0, 8),
)
_LIMIT = re.compile(r"[1-9][0-9]{0,8} per (second|minute|hour|day)")
_FORMS = (
    ("wrong_key_limit", _LIMIT, "is written like 10 per minute"),
    ("opening_limit", _LIMIT, "is written like 60 per minute"),
    ("log", re.compile("json"), "is json or empty"),
    ("metrics_key", re.compile(r"[A-Za-z0-9._~+/-]{16,}=*"), "takes 16 or more letters and digits"),
)


class BadSetting(ValueError):
    """A setting that cannot be used; the sentence names it and says why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, checked when built. Raises BadSetting."""

    database: str = ""
    """The URL of the database; empty: SQLite in `$XDG_DATA_HOME/scorekeeper/`."""
    redis: str = ""
    """A Redis server that several workers share; empty: none."""
    secret_key: str = ""
    """Signs the cookie and the links; empty: made and kept beside the SQLite file."""
    public_url: str = ""
    """The address that links and QR codes begin with; empty: the request's own."""
    host: str = "0.0.0.0"  # noqa: S104 - the other phones at the table must reach it
    """The address that `serve` listens on; 127.0.0.1 keeps it to this machine."""
    port: int = 8000
    """The port that `serve` listens on."""
    workers: int = 0
    """Worker processes, more than one only with Redis; 0: one, with Redis one for each core."""
    streams: int = 4000
    """Open event streams of each worker, at most half of them for one address."""
    expiry_days: int = 90
    """Days after its last entry at which a match is deleted."""
    wrong_key_limit: str = "10 per minute"
    """Wrong tokens and codes from one address before it has to wait; empty: no limit."""
    opening_limit: str = "60 per minute"
    """Matches opened from one address before it has to wait; empty: no limit."""
    proxies: int = 0
    """Reverse proxies in front, whose X-Forwarded-For and -Proto are trusted; 0: nobody's are."""
    log: str = ""
    """`json`: a line of JSON for each request and error, on standard error; empty: errors only."""
    metrics_key: str = ""
    """The bearer token that opens /metrics; empty: it opens only on the machine itself."""
    languages: str = ""
    """A folder with more languages, each as LANGUAGE/LC_MESSAGES/messages.mo; empty: none."""

    def __post_init__(self) -> None:
        for name, low, high in _RANGES:
            if not low <= getattr(self, name) <= high:
                raise BadSetting(f"{PREFIX}{name.upper()} takes a number from {low} to {high}.")
        for name, written, requirement in _FORMS:
            if getattr(self, name) and not written.fullmatch(getattr(self, name)):
                raise BadSetting(f"{PREFIX}{name.upper()} {requirement}.")
        if self.workers > 1 and not self.redis:
            raise BadSetting(
                "More than one worker needs Redis, so that every phone hears of every hand:"
                f" give --redis URL or {PREFIX}REDIS, or serve with one worker."
            )
        if self.public_url and not is_web_address(self.public_url):
            raise BadSetting(
                f"{PREFIX}PUBLIC_URL is an address such as https://scores.example.org."
            )
        if self.database in ("sqlite:", "sqlite://", "sqlite:///:memory:"):
            raise BadSetting(f"{PREFIX}DATABASE needs a file: sqlite:////folder/scores.sqlite3.")
        if not self.sqlite and not self.secret_key:
            raise BadSetting(
                f"{PREFIX}SECRET_KEY is required with any database but SQLite: every machine that"
                " serves these matches must sign with the same secret, so none is made up here."
            )

    @property
    def processes(self) -> int:
        """Return the number of worker processes."""
        return self.workers or ((os.cpu_count() or 1) if self.redis else 1)

    @property
    def database_url(self) -> str:
        """Return the database's URL for SQLAlchemy; an SQLite file by its absolute path."""
        if not self.database:
            return f"sqlite:///{data_folder() / 'scorekeeper.sqlite3'}"
        if self.database.startswith("sqlite:///") and not self.database.startswith(
            "sqlite:///file:"
        ):
            return f"sqlite:///{Path(self.database.removeprefix('sqlite:///')).absolute()}"
        for prefix in ("postgres://", "postgresql://"):
            if self.database.startswith(prefix):
                return "postgresql+psycopg://" + self.database.removeprefix(prefix)
        return self.database

    @property
    def sqlite(self) -> bool:
        return self.database_url.startswith("sqlite:")

    @classmethod
    def read(
        cls, environment: Mapping[str, str] = os.environ, **chosen: str | int | None
    ) -> Settings:
        """Return the settings of the environment, overridden by `chosen` where not None.

        Raise BadSetting.
        """
        values: dict[str, str | int] = {}
        for field in fields(cls):
            value = chosen.get(field.name)
            if value is None:
                value = environment.get(PREFIX + field.name.upper())
            if value is not None:
                values[field.name] = _number(field.name, value) if field.type == "int" else value
        return cls(**values)  # type: ignore[arg-type]  # each has the type of its field


def data_folder() -> Path:
    """Return the folder for this program's data on this machine."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "scorekeeper"


def read_secret(settings: Settings) -> str:
    """Return the secret that is set, else that in the file beside the SQLite file.

    The file is made the first time, and only its owner can read it. Raise BadSetting if it cannot
    be kept, or is damaged.
    """
    if settings.secret_key:
        return settings.secret_key
    database = Path(settings.database_url.removeprefix("sqlite:///"))
    kept = database.with_name(f"{database.name}.secret")
    try:
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            _make_secret(kept)
        secret = kept.read_text("ascii")
    except (OSError, ValueError) as error:
        raise BadSetting(f"The secret beside the database cannot be kept: {error}") from None
    if len(secret) < _SECRET_BYTES:
        raise BadSetting(f"The secret in {kept} is damaged: put it back, or remove the file.")
    return secret


def _make_secret(kept: Path) -> None:
    """Write the secret atomically; keep one that another process has just made."""
    with NamedTemporaryFile("w", dir=kept.parent, prefix=kept.name) as made:  # mode 0600
        made.write(secrets.token_hex(_SECRET_BYTES))
        made.flush()
        os.fsync(made.fileno())
        with suppress(FileExistsError):
            Path(kept).hardlink_to(made.name)


def is_web_address(text: str) -> bool:
    """Return whether the text is an address that a browser opens: http or https, and a host."""
    try:
        address = urlsplit(text)
    except ValueError:
        return False
    return address.scheme in ("http", "https") and bool(address.hostname)


def _number(name: str, value: str | int) -> int:
    try:
        return int(value)
    except ValueError:
        raise BadSetting(f"{PREFIX}{name.upper()} takes a whole number.") from None
