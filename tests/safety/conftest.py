"""The command as a process of its own, as tests/test_server.py starts it."""

from tests.test_server import environment, port, serve

__all__ = ["environment", "port", "serve"]
