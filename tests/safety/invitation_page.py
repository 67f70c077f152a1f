"""The page of an invitation as it is drawn for one request or another."""

import re


def invitation(table, **headers):
    """The page, asked for by the table's device with these headers; whatever its host is called."""
    browser = table.device.client
    sent = {name.replace("_", "-"): text for name, text in headers.items()}
    sent["Cookie"] = f"scorekeeper={browser.get_cookie('scorekeeper').value}"
    client = browser.application.test_client(use_cookies=False)
    return client.get(f"{table.address}/invite", headers=sent)


def links(page):
    """The links on it that may be handed on."""
    return re.findall(r'href="(http[^"]+)"', page.text)


def qr_codes(page):
    return re.findall(r"<path[^>]*>", page.text)
