"""The one cookie: signed and lasting, it holds a device's random id."""

from __future__ import annotations

import secrets
from datetime import timedelta

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

_LASTS = timedelta(days=400)
# Includes what a page requests besides itself. Such a response may arrive after that to a form
# which was posted meanwhile, and would overwrite what the form changed with the earlier cookie.
_NO_PAGES = (
    *("static", "health.alive", "health.ready", "health.metrics"),
    *("install.manifest", "install.service_worker", "install.offline"),
    *("match.stream", "match.show_fragment", "board.show_fragment"),
)


class _DeviceSession(SecureCookieSession):
    """A session that outlives the browser's window, from its first page on."""

    @property
    def permanent(self) -> bool:
        return True

    @permanent.setter
    def permanent(self, value: bool) -> None:
        """Ignore the value: the session is always permanent."""


class _DeviceSessionInterface(SecureCookieSessionInterface):
    """Keeps the cookie to TLS if the request came over TLS; renews it with every page opened."""

    session_class = _DeviceSession

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if _in_api(request):
            return _DeviceSession()
        signer = self.get_signing_serializer(app)
        cookie = request.cookies.get(self.get_cookie_name(app))
        if signer is None or not cookie:
            return _DeviceSession()
        try:
            # Accept any signing time: the browser drops the cookie in time, and after a clock was
            # set back the signature comes from the future.
            return _DeviceSession(signer.loads(cookie))
        except BadSignature:
            return _DeviceSession()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if _in_api(request):
            return
        signer = self.get_signing_serializer(app)
        if not session or signer is None or not self.should_set_cookie(app, session):
            super().save_session(app, session, response)
        else:
            _device_of(session)  # from its first page on: no later response can set another id
            response.vary.add("Cookie")
            response.set_cookie(
                self.get_cookie_name(app),
                signer.dumps(dict(session)),
                # Not only an expiry date, as Flask sets it: a date by a clock that is far behind
                # would end the cookie at once, and with it the device's roles.
                max_age=_LASTS,
                path=self.get_cookie_path(app),
                secure=self.get_cookie_secure(app),
                httponly=True,
                samesite="Lax",
            )

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        opened = request.method == "GET" and request.endpoint not in _NO_PAGES
        return session.modified or (opened and super().should_set_cookie(app, session))

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure or app.config["SETTINGS"].public_url.startswith("https:")


def _in_api(request: Request) -> bool:
    """Return whether the request is for the API, which neither reads nor sets a cookie.

    Its callers send a token.
    """
    return request.path.startswith("/api/")


def init_device_cookie(app: Flask) -> None:
    """Give the app its cookie."""
    app.session_interface = _DeviceSessionInterface()
    app.config |= {
        "SESSION_COOKIE_NAME": "scorekeeper",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "PERMANENT_SESSION_LIFETIME": _LASTS,
    }


def current_device() -> str:
    """Return this device's id; a device that has none gets one with the response."""
    return _device_of(session)


def _device_of(session: SessionMixin) -> str:
    if not isinstance(session.get("device"), str):
        session["device"] = secrets.token_urlsafe(24)
    device: str = session["device"]
    return device
