#!/usr/bin/env python3
"""Tries each sentence of the conventions of URLs, query arguments and JSON on a running program, and what those who come from Datasette rely on.
What is expected is worked out by sqlite3, csv and json, never by the program.

usage: Tests/Clients/contract.py [PROGRAM] [PART…]      .build/debug/tablepages, and all parts, unless given; a part is a function below conventions/
"""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from conventions import (
    addresses, changing, columns, configuration, errors, exports, extras, facets, filters, headers, inserting, pages, paths, rights, rowids, searches,
    shapes, tables)
from conventions.data import EVERYTHING, WRITTEN, Database
from conventions.says import FAULTS, PASSED
from conventions.server import Server

ROOT = Path(__file__).resolve().parents[2]
READING = [
    paths.paths, paths.tilde_encoding, filters.operators, searches.searches, columns.columns, columns.orders, pages.sizes, columns.labels,
    rowids.rowids, pages.limits, facets.facets, facets.suggestions, shapes.shapes, shapes.values, extras.extras, extras.rows_and_queries, addresses.older,
    addresses.introspection, addresses.others, errors.errors, exports.csv, headers.cors, rights.read_only,
]
WRITING = [rights.permissions, inserting.inserting, changing.changing, tables.schemas]
CONFIGURED = [configuration.configured, configuration.stored_queries]


def tokens(program, folder):
    """Tokens by their names, and the options of a server that knows them."""
    made, lines = {}, []
    for name, role in {"owner": "owners", "clerk": "clerks", "reader": "readers", "expired": "owners"}.items():
        told = subprocess.run([program, "token"], capture_output=True, text=True, check=True).stdout
        made[name] = re.search(r"token: (\S+)", told)[1]
        hash_of_token = re.search(r'hash: "([^"]+)"', told)[1]
        lines.append(f'  {name}: {{hash: "{hash_of_token}", roles: [{role}]{", expires: 2001-01-01" if name == "expired" else ""}}}')
    access = folder / "access.yaml"
    access.write_text("everyone: {data: {\"*\": read, secret: none}}\n"
                      "roles: {owners: administer, clerks: {data: {\"*\": write, secret: none}}, readers: {data: {\"*\": read, secret: none}}}\n"
                      "tokens:\n" + "\n".join(lines) + "\n")
    return made, ["--writable", "--access", access]


class Run:
    """The parts that are wanted, each on a server with its databases."""

    def __init__(self, program, wanted, folder):
        self.program, self.wanted, self.folder = program, wanted, folder

    def parts(self, parts, arguments, *values):
        parts = [part for part in parts if not self.wanted or part.__name__ in self.wanted]
        if parts:
            with Server(self.program, *arguments) as site:
                for part in parts:
                    part(site, *values)

    def reading(self):
        everything = Database(self.folder / "all.db", EVERYTHING)
        first, second = self.folder / "chinook.db", self.folder / "second" / "chinook.sqlite"
        second.parent.mkdir()
        for copy in (first, second):
            shutil.copy(ROOT / "Tests/Resources/chinook.sqlite", copy)
        chinook = Database(first, "")
        self.parts(READING, [everything.path, first, second, "--cors"], everything, chinook)
        self.parts([headers.no_cors], [everything.path], everything, chinook)
        self.parts([searches.without_sql], [everything.path, "--no-sql"], everything, chinook)
        self.parts([errors.time_limit], [everything.path, "--time-limit", "0.2"], everything, chinook)
        self.parts([addresses.immutable], ["--immutable", everything.path], everything, chinook)

        self.parts([shapes.built_in_code], [])
        if not self.wanted:
            addresses.extensions(self.program, everything)

    def writing(self):
        known, options = tokens(self.program, self.folder)
        site = self.folder / "datasette.yaml"
        for parts, text in ((WRITING, None), (CONFIGURED, configuration.SITE), ([configuration.metadata], configuration.METADATA)):
            (self.folder / "data.db").unlink(missing_ok=True)
            data = Database(self.folder / "data.db", WRITTEN)
            if text:
                site.write_text(text)
            self.parts(parts, [data.path, *options, *(["--site", site] if text else [])], data, known)


def main(program, wanted=()):
    """Runs what is wanted, and says what failed."""
    with tempfile.TemporaryDirectory() as name:
        run = Run(program, wanted, Path(name))
        run.reading()
        run.writing()
    print(f"contract: {len(PASSED)} checks hold, {len(FAULTS)} faults")
    for part, sentence, _ in FAULTS:
        print(f"  {part}: {sentence}")
    return len(FAULTS)


if __name__ == "__main__":
    given = sys.argv[1:]
    is_program = bool(given) and Path(given[0]).is_file()
    sys.exit(1 if main(given[0] if is_program else str(ROOT / ".build/debug/tablepages"), given[is_program:]) else 0)
