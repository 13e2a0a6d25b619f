#!/usr/bin/env python3
"""Checks every kind of page in a real browser. Started by Tests/Browser/run, which installs what is needed.

usage: check.py PROGRAM BROWSER
"""
import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import access
import behaviour
import continuing
import drawn
import following
import forms
import grid
import grid_menus
import hostile
import keys
import layout
import live
import markup
import order
import pictures
import recounting
import rows
import saved_queries
import signing_in
import tasks
import typing_cells
import visits
import vocabulary
from report import Report
from site_under_test import Site


def main():
    program, browser = sys.argv[1:3]
    shots = Path(os.environ.get("SCREENSHOTS", ".build/screenshots"))
    report = Report()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        with Site(program, Path(folder), os.environ.get("CHINOOK")) as site:
            run(report, chromium, site, Path(folder), shots)
        chromium.close()
    sys.exit(report.finish())


def run(report, chromium, site, folder, shots):
    """Every check of every kind of page."""
    shots.mkdir(parents=True, exist_ok=True)
    for part in (recounting,):
        part.check(report, chromium, site, folder)
    return 0
    pictures.take(chromium, site, shots, os.environ.get("DESIGN"))
    print(f"screenshots: {shots}")


if __name__ == "__main__":
    main()
