"""Named checks: each runs to its end or its first fault, and the next one runs whatever became of it."""
import traceback

PASSED, FAULTS = [], []


class says:
    """`with says("a sentence of the contract"):` and what must hold for it."""
    part = ""

    def __init__(self, sentence):
        self.sentence = sentence

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if error is None:
            PASSED.append((says.part, self.sentence))
            return True
        if not isinstance(error, Exception):
            return False
        line = traceback.extract_tb(trace)[0]
        told = str(error) if isinstance(error, Difference) else f"{kind.__name__}: {error}"
        FAULTS.append((says.part, self.sentence, f"{line.filename.rsplit('/', 1)[-1]}:{line.lineno}: {told}"))
        print(f"FAULT {says.part}: {self.sentence}\n      {FAULTS[-1][2]}")
        return True


class Difference(Exception):
    """What was answered isn't what was expected."""


def equal(answered, expected):
    # 1 is not True here: JSON tells them apart.
    if typed(answered) != typed(expected):
        raise Difference(f"answered {str(answered)[:1500]!s}\n      expected {str(expected)[:1500]!s}")


def holds(so, told=""):
    if not so:
        raise Difference(f"answered {str(told)[:1500]}")


def typed(value):
    """A value that compares with its types, so that 1, 1.0 and true differ."""
    if isinstance(value, dict):
        return {key: typed(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [typed(element) for element in value]
    return type(value), value
