"""The help pages: Markdown in the package, served in the look of the app."""

from pathlib import Path
from urllib.parse import urljoin

import pytest

from scorekeeper.web.help.markdown import markdown_to_html
from tests.html import parse, texts

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "scorekeeper" / "help"
NAMES = sorted(file.stem for file in FOLDER.iterdir())


def rendered(markdown):
    return parse(markdown_to_html(markdown))


def test_the_readme_sells_and_starts_and_names_every_help_page():
    readme = (ROOT / "README.md").read_text("utf-8")

    assert len(readme.splitlines()) <= 150
    assert [name for name in NAMES if f"](scorekeeper/help/{name}.md)" not in readme] == []


def test_every_file_that_the_readme_links_to_is_there():
    links = rendered((ROOT / "README.md").read_text("utf-8")).select("a")

    assert [link["href"] for link in links if not (ROOT / f"{link['href']}.md").is_file()] == []


def test_home_leads_to_the_list_of_all_help_pages(device):
    index = device.get("/").go("Help")

    assert index.address == "/help"
    assert sorted(link["href"] for link in index.html.select(".game")) == [
        f"/help/{name}" for name in NAMES
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_help_file_is_served_whole_in_the_look_of_the_app(device, name):
    page = device.get(f"/help/{name}")
    title, *lines = (FOLDER / f"{name}.md").read_text("utf-8").splitlines()
    title = title.removeprefix("# ")
    headings = [line.removeprefix("## ") for line in lines if line.startswith("## ")]

    (article,) = page.html.select(".help")
    assert page.status == 200
    assert page.heading == "Help"
    assert page.title == f"{title} · scorekeeper"
    assert texts(article, "h2, h3") == [title, *headings]


@pytest.mark.parametrize("name", NAMES)
def test_every_link_of_a_help_page_leads_to_a_page_that_is_there(device, name):
    page = device.get(f"/help/{name}")

    for link in page.html.select("a"):
        address, _, place = urljoin(page.address, link["href"]).partition("#")
        target = device.get(address)
        assert target.status == 200, link["href"]
        assert not place or target.html.find(id=place), link["href"]


@pytest.mark.parametrize("name", ["nothing", "operating.md", "..", "OPERATING"])
def test_there_is_no_help_page_of_another_name(device, name):
    assert device.get(f"/help/{name}").status == 404


def test_the_text_is_english_whatever_language_the_page_is_in(device):
    device.client.extra_environ["HTTP_ACCEPT_LANGUAGE"] = "de"

    page = device.get("/help/operating")

    assert page.heading == "Hilfe"
    assert page.html.select_one("html")["lang"] == "de"
    assert page.html.select_one("article")["lang"] == "en"


@pytest.mark.parametrize(
    "raw",
    [
        "<script>alert(1)</script>",
        "before <img src=x onerror=alert(1)> after",
        "`<script>`",
        "```\n<script>\n```",
        "| <b> |\n|---|\n| <b> |",
        "## <b>bold</b>",
    ],
)
def test_html_in_the_markdown_is_text(raw):
    assert rendered(raw).select("script, img, b") == []


def test_a_link_runs_no_script():
    assert "javascript:" not in markdown_to_html("[here](javascript:alert(1))")


def test_every_heading_can_be_linked_to():
    assert rendered("## When things `break`").h3["id"] == "when-things-break"


@pytest.mark.parametrize("wide", ["```\na line\n```", "| a |\n|---|\n| b |"])
def test_what_is_wide_scrolls_by_itself_and_by_the_keyboard(wide):
    assert rendered(wide).find()["tabindex"] == "0"
