"""The command as a process, started as in tests/test_server.py."""

from tests.test_server import environment, port, serve

__all__ = ["environment", "port", "serve"]
