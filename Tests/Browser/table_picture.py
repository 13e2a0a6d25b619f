#!/usr/bin/env python3
"""Makes the picture of a table for the README: .images/table.png, Chinook's tracks at 1280 by 800, light, set in Inter.

usage: Tests/Browser/run PROGRAM table_picture.py       with $CHINOOK naming Chinook's SQLite file
"""
import io
import os
import sys
import tempfile
import urllib.request
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from site_under_test import ROOT, Server

TABLE = "/chinook/Track?UnitPrice=0.99&_sort=GenreId&_sort=Name&_nocol=MediaTypeId&_nocol=Bytes&_nocol=UnitPrice"
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include>/etc/fonts/fonts.conf</include>
<match target="pattern"><edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit></match></fontconfig>
"""


def main():
    program, browser = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        fonts, chinook = Path(folder, "fonts.conf"), Path(folder, "chinook.sqlite")
        fonts.write_text(FONTS)
        chinook.symlink_to(Path(os.environ["CHINOOK"]).resolve())
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"],
                                              env={**os.environ, "FONTCONFIG_FILE": str(fonts)})
        server = Server(program, "--page-cache", "0", chinook)
        try:
            # The line at the foot is to say how long a page takes when the program is warm.
            for _ in range(20):
                urllib.request.urlopen(server.base + TABLE, timeout=30).read()
            shown = chromium.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
            shown.goto(server.base + TABLE)
            picture = ROOT / ".images/table.png"
            # 256 colours are enough for text on plain grounds, and a third of the bytes.
            image = Image.open(io.BytesIO(shown.screenshot())).convert("RGB")
            image.quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)
            print(f"{picture}: {picture.stat().st_size} bytes")
        finally:
            server.stop()
            chromium.close()


if __name__ == "__main__":
    main()
