"""What something may cost: counts in a file, which are compared with what it costs now."""
import json
import sys


def hold(found, file, slack_of, write):
    """Ends the program where something costs more than the file says, and says what costs less.

    - found: counts by what they are of, by titles.
    - slack_of: by how much each count of a title may differ by itself.
    - write: makes what was counted the most that it may be.
    """
    if write:
        file.write_text(json.dumps(found, indent=1) + "\n")
    limits = json.loads(file.read_text())
    if missing := found.keys() ^ limits.keys():
        sys.exit(f"{file.name} and what is counted differ: {sorted(missing)}")
    worse, better = [], []
    for title, counts in found.items():
        for what, count in counts.items():
            limit, slack = limits[title][what], slack_of(title).get(what, 1)
            if count > limit * slack:
                worse.append(f"{title}: {count} {what}, {limit} before")
            elif count < limit / slack:
                better.append(f"{title}: {count} {what}, {limit} before")
    if better:
        print("Better, to be written down by --write:", *better, sep="\n  ")
    if worse:
        sys.exit("\n  ".join(["More than before; if that can't be helped, --write says so:", *worse]))
