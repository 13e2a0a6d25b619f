"""Counts what passed, and prints what failed as it happens."""
import traceback
from contextlib import contextmanager


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def expect(self, what, holds, seen=""):
        """Counts one expectation; `seen` is printed when it does not hold."""
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"failed: {what}" + (f": {seen}" if seen != "" else ""), flush=True)

    @contextmanager
    def part(self, name):
        """One broken step, such as a page that has no such link, fails its part and lets the others run."""
        try:
            yield
        except Exception as error:
            self.failed += 1
            where = traceback.extract_tb(error.__traceback__)[-1]
            reason = str(error).strip().splitlines()
            print(f"failed: {name}: {reason[0] if reason else error!r} ({where.name}, line {where.lineno})", flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0
