"""Addresses that other phones can open, so never a loopback address, and their QR codes."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from flask import current_app, request
from markupsafe import Markup

from scorekeeper.config import Settings
from scorekeeper.messages.message import Message

# Reserved for documentation: connecting a UDP socket sends nothing and selects the interface.
_ELSEWHERE = ("192.0.2.1", 9)


def network_address() -> str | None:
    """Return this machine's address on its network, or None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if _only_here(address) else address


def link_base(settings: Settings, request_url: str | None = None) -> str:
    """Return the start of links and QR codes: scheme, host and port, no slash at the end.

    It is the public URL if one is set, else the request's own host; a loopback host is replaced by
    this machine's network address if it has one.
    """
    if settings.public_url:
        return settings.public_url.rstrip("/")
    url = urlsplit(request_url or f"http://127.0.0.1:{settings.port}")
    if not _only_here(url.hostname or "localhost"):
        return f"{url.scheme}://{url.netloc}"
    port = f":{url.port}" if url.port else ""
    return f"{url.scheme}://{network_address() or '127.0.0.1'}{port}"


def link_to(path: str) -> str:
    """Return the absolute address of a page, as other phones reach it."""
    return link_base(current_app.config["SETTINGS"], request.url) + path


def qr_svg(address: str, title: Message) -> Markup:
    """Return the QR code of an address as inline SVG; segno escapes its title."""
    code = segno.make(address, error="m")
    return Markup(  # noqa: S704 - made here, of an address of this site
        code.svg_inline(border=0, omitsize=True, svgclass="qr", lineclass=None, title=str(title))
    )


def _only_here(host: str) -> bool:
    """Return whether the host means the reader's own machine, to anybody who reads it."""
    host = host.rstrip(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
