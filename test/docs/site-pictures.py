# The pages of the site at the width of a phone and of a desktop: none is wider than its
# window, and no picture is missing.
#
# REQUIRES: mkdocs, chromium
# RUN: rm -rf %t && mkdir %t
# RUN: %src_root/utils/build_docs.sh --installed %t/site
# RUN: %venv_python %s %t

import sys
import unittest
from collections import Counter
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1] / "python" / "Inputs"))
from chromium import Chromium

FOLDER = Path(sys.argv.pop())
WIDTHS = {"phone": 390, "desktop": 1280}
HEIGHT = 900
# The first page, and one with pictures, a search field and a menu.
PICTURES = ["index.html", "docs/guide/gallery/index.html"]
# Pixels beyond the window, and the pictures without content.
FAULTS = """[
  document.documentElement.scrollWidth - document.documentElement.clientWidth,
  [...document.images].filter((image) => !image.complete || !image.naturalWidth).map((image) => image.src),
]"""


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Chromium()
        cls.addClassCleanup(cls.browser.close)

    def set_width(self, width):
        self.browser.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=HEIGHT,
            deviceScaleFactor=1,
            mobile=False,
        )

    def open(self, path):
        self.browser.send("Page.navigate", url=path.as_uri())
        self.browser.wait_for("document.readyState === 'complete'")

    def test_pages_fit_their_windows(self):
        pages = sorted((FOLDER / "site").rglob("index.html"))
        self.assertGreater(len(pages), 50)
        for path in pages:
            self.open(path)
            for name, width in WIDTHS.items():
                self.set_width(width)
                with self.subTest(page=str(path), width=name):
                    self.assertEqual(self.browser.evaluate(FAULTS), [0, []])

    def test_pictures_show_text_and_drawings(self):
        for page in PICTURES:
            for name, width in WIDTHS.items():
                self.set_width(width)
                self.open(FOLDER / "site" / page)
                picture = FOLDER / f"{page.replace('/', '-')}.{name}.png"
                self.browser.screenshot(picture)
                with Image.open(picture) as image:
                    self.assertEqual(image.width, width)
                    colours = Counter(image.convert("RGB").get_flattened_data())
                self.assertGreater(len(colours), 100, picture)

    def test_there_is_a_search(self):
        self.set_width(WIDTHS["desktop"])
        self.open(FOLDER / "site" / "index.html")
        field = "#mkdocs_search_modal input"
        self.assertTrue(self.browser.evaluate(f"!!document.querySelector('{field}')"))
        index = FOLDER / "site" / "search" / "search_index.json"
        self.assertIn("memplace-serve", index.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
