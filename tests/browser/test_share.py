"""The picture of the sheet and the phone's own share dialog."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import take_place
from tests.browser.match_files import ENDED

pytestmark = pytest.mark.browser

DIALOG = """
navigator.canShare = (what) => what.files.every((file) => file.type === "image/png");
navigator.share = async (what) => {
  const [file] = what.files;
  document.title = `${what.title}|${file.name}|${file.size > 1000}`;
};
"""
NO_DIALOG = "delete Navigator.prototype.canShare;"


@pytest.fixture
def ended(import_match, new_context):
    """Open the page of an ended match in a browser that has run this script first."""

    def open_page(script):
        page = new_context(java_script_enabled=True).new_page()
        page.add_init_script(script)
        take_place(page, import_match(ENDED).link)
        return page

    return open_page


def test_the_picture_goes_to_the_share_dialog_where_there_is_one(ended):
    page = ended(DIALOG)

    page.get_by_role("link", name="Picture").click()

    expect(page).to_have_title(re.compile(r"\|"))
    title, name, whole = page.title().split("|")
    assert (title, whole) == ("Friday table", "true")
    assert name.startswith("scorekeeper-20")
    assert name.endswith(".png")


def test_the_picture_is_downloaded_where_there_is_no_dialog(ended):
    page = ended(NO_DIALOG)

    with page.expect_download() as download:
        page.get_by_role("link", name="Picture").click()

    assert download.value.suggested_filename.endswith(".png")
