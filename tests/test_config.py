"""Every setting: where it is read, what it refuses, and that it is documented."""

import os
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import create_app
from scorekeeper.config import BadSetting, Settings
from scorekeeper.store.database import db

NAMES = [field.name for field in fields(Settings)]
OTHERS: dict[str, Any] = {
    "database": "sqlite:////tmp/other.sqlite3",
    "redis": "redis://redis.example:6379",
    "secret_key": "made up for the tests",
    "public_url": "https://scores.example",
    "host": "127.0.0.1",
    "port": 8123,
    "workers": 2,
    "streams": 2,
    "expiry_days": 7,
    "wrong_key_limit": "5 per hour",
    "opening_limit": "1 per day",
    "proxies": 1,
    "log": "json",
    "languages": "/",
    "metrics_key": "made-up-for-the-tests",
}
HELP = Path(__file__).parents[1] / "scorekeeper" / "help" / "operating.md"


def one_sentence(why):
    return why[0].isupper() and why.endswith(".") and "\n" not in why and ". " not in why


def secret_of(file):
    app = create_app(Settings(database=f"sqlite:///{file}"))
    with app.app_context():
        db.engine.dispose()
    return app.config["SECRET_KEY"]


def test_nothing_needs_to_be_set():
    settings = Settings.read({})

    assert settings == Settings()
    assert settings.host == "0.0.0.0"  # noqa: S104 - the other phones must reach it
    assert (settings.port, settings.processes) == (8000, 1)
    assert settings.sqlite


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_is_read_from_the_environment(name):
    environment = {"SCOREKEEPER_REDIS": str(OTHERS["redis"])}
    environment[f"SCOREKEEPER_{name.upper()}"] = str(OTHERS[name])

    assert getattr(Settings.read(environment), name) == OTHERS[name] != getattr(Settings(), name)


@pytest.mark.parametrize("name", NAMES)
def test_what_the_command_line_chose_wins_over_the_environment(name):
    environment = {
        f"SCOREKEEPER_{each.upper()}": str(value) for each, value in OTHERS.items() if each != name
    }
    environment[f"SCOREKEEPER_{name.upper()}"] = "1"

    chosen = Settings.read(environment, **{name: OTHERS[name]})

    assert getattr(chosen, name) == OTHERS[name]


def test_what_the_command_line_left_out_is_read_from_the_environment():
    assert Settings.read({"SCOREKEEPER_PORT": "8123"}, port=None, host=None).port == 8123


@pytest.mark.parametrize("name", NAMES)
def test_the_help_lists_every_setting(name):
    assert f"SCOREKEEPER_{name.upper()}" in HELP.read_text("utf-8")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        *(
            ("PORT", value)
            for value in ("", "0", "65536", "-1", "8000.0", "http", "1e3", "9" * 5000)
        ),
        *(("WORKERS", value) for value in ("-1", "many", "9999")),
        *(("STREAMS", value) for value in ("-1", "0", "many", "999999")),
        *(("EXPIRY_DAYS", value) for value in ("0", "-1", "never")),
        *(("WRONG_KEY_LIMIT", value) for value in ("10", "0 per minute", "ten per minute")),
        *(("OPENING_LIMIT", value) for value in ("60 a minute", "60 per minute and more")),
        *(("PROXIES", value) for value in ("-1", "yes", "9")),
        *(("LOG", value) for value in ("yes", "JSON", "json ")),
        *(("METRICS_KEY", value) for value in ("short", "with a space in it", "é" * 20)),
        *(("PUBLIC_URL", value) for value in ("scores.example", "ftp://scores.example", "http://")),
    ],
)
def test_a_bad_setting_is_one_sentence_that_names_it(setting, value):
    with pytest.raises(BadSetting) as bad:
        Settings.read({f"SCOREKEEPER_{setting}": value})

    assert f"SCOREKEEPER_{setting}" in str(bad.value)
    assert one_sentence(str(bad.value))


@pytest.mark.parametrize(
    "database", ["nonsense", "sqlite:", "mysql://localhost/cards", "postgresql+nothing://localhost"]
)
def test_a_database_that_the_program_cannot_use_is_one_sentence(database, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(BadSetting, match="SCOREKEEPER_DATABASE"):
        create_app(Settings(database=database, secret_key="made up for the tests"))

    assert list(tmp_path.iterdir()) == []


def test_two_workers_need_redis():
    with pytest.raises(BadSetting, match="Redis"):
        Settings(workers=2)

    assert Settings(workers=2, redis="redis://redis.example").workers == 2


def test_with_redis_there_is_a_worker_a_core():
    settings = Settings(redis="redis://redis.example")

    assert settings.processes == os.cpu_count()
    assert Settings(redis="redis://redis.example", workers=7, streams=99).processes == 7


@pytest.mark.parametrize(
    "database", ["postgresql://postgres@db.example/cards", "postgres://db.example/cards"]
)
def test_any_database_but_sqlite_needs_a_secret(database):
    with pytest.raises(BadSetting, match="SCOREKEEPER_SECRET_KEY"):
        Settings(database=database)

    url = Settings(database=database, secret_key="made up for the tests").database_url
    assert url.startswith("postgresql+psycopg://")


def test_a_bad_setting_never_tells_a_secret_or_a_password():
    with pytest.raises(BadSetting) as bad:
        Settings(database="postgresql://ann:hunter2@db.example/cards", port=8000)

    assert "hunter2" not in str(bad.value)


def test_the_database_is_kept_with_the_users_data(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    assert Settings().database_url == f"sqlite:///{tmp_path}/scorekeeper/scorekeeper.sqlite3"


def test_the_database_is_kept_in_the_home_folder_where_nothing_else_is_said(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))

    expected = f"sqlite:///{tmp_path}/.local/share/scorekeeper/scorekeeper.sqlite3"
    assert Settings().database_url == expected


def test_a_relative_file_is_found_from_the_folder_that_the_command_runs_in(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    assert Settings(database="sqlite:///cards.sqlite3").database_url == (
        f"sqlite:///{tmp_path}/cards.sqlite3"
    )


def test_a_secret_is_made_kept_beside_the_database_and_readable_by_its_owner_only(tmp_path):
    file = tmp_path / "new folder" / "scorekeeper.sqlite3"

    secrets = [secret_of(file), secret_of(file)]

    kept = file.with_name("scorekeeper.sqlite3.secret")
    assert secrets == [kept.read_text()] * 2
    assert kept.stat().st_mode & 0o777 == 0o600
    bits_of_a_hexadecimal_sign = 4
    assert len(secrets[0]) * bits_of_a_hexadecimal_sign >= 128


def test_every_database_has_a_secret_of_its_own(tmp_path):
    assert secret_of(tmp_path / "one.sqlite3") != secret_of(tmp_path / "other.sqlite3")


def test_a_secret_that_was_given_is_not_written_down(tmp_path):
    database = f"sqlite:///{tmp_path / 'scorekeeper.sqlite3'}"

    app = create_app(Settings(database=database, secret_key="made up for the tests"))

    with app.app_context():
        db.engine.dispose()
    assert app.config["SECRET_KEY"] == "made up for the tests"
    assert not list(tmp_path.glob("*.secret"))


def test_a_secret_file_that_was_cut_off_is_never_used_as_an_empty_secret(tmp_path):
    (tmp_path / "scorekeeper.sqlite3.secret").write_text("")

    try:
        secret = secret_of(tmp_path / "scorekeeper.sqlite3")
    except BadSetting as bad:
        secret = str(bad)

    assert secret


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(BadSetting) as bad:
        create_app(Settings(database=f"sqlite:///{tmp_path}/file/scorekeeper.sqlite3"))

    assert "\n" not in str(bad.value)
