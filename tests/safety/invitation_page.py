"""The invitation page, requested with different headers."""

import re


def invitation(table, **headers):
    """Return the page as the table's device gets it with these headers and any Host."""
    sent = {name.replace("_", "-"): text for name, text in headers.items()}
    sent["Cookie"] = f"scorekeeper={table.device.client.cookies['scorekeeper']}"
    client = table.device.client.app.test_client(use_cookies=False)
    return client.get(f"{table.address}/invite", headers=sent)


def links(page):
    """Return the links on it that are to be shared."""
    return re.findall(r'href="(http[^"]+)"', page.text)


def qr_codes(page):
    return re.findall(r"<path[^>]*>", page.text)
