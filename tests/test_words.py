"""Every word that a person reads is in the catalog of every language, and says the same there."""

import re
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
import tomllib
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
TRANSLATIONS = ROOT / "scorekeeper" / "translations"
LANGUAGES = sorted(folder.name for folder in TRANSLATIONS.iterdir() if folder.is_dir())
