"""Rounds of load, in turn over the servers that are compared, so that a noisy moment hits all of them."""
import re
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(__file__).with_name("paths.lua")


@dataclass
class Round:
    requests: int
    processor_seconds: float
    per_second: float
    p50: float
    p99: float

    @property
    def microseconds(self):
        """Processor time of the server for one request."""
        return self.processor_seconds / self.requests * 1e6


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


def load(server, paths, folder, seconds, connections=16, headers=()):
    """Asks a server for each of the paths in turn, for so many seconds."""
    listing = folder / f"paths-{server.port}.txt"
    listing.write_text("\n".join(paths) + "\n")
    before = server.processor_seconds()
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "30s",
         *(word for header in headers for word in ("-H", header)), "-s", str(SCRIPT), server.base,
         "--", str(listing)],
        capture_output=True, text=True, check=True).stdout
    spent = server.processor_seconds() - before
    if "Non-2xx" in output or "Socket errors" in output:
        raise SystemExit(f"{server.name} failed under load:\n{output}")
    latency = dict(re.findall(r"^\s+(\d+)%\s+(\S+)\s*$", output, re.M))
    return Round(int(re.search(r"(\d+) requests in", output)[1]), spent, float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]),
                 milliseconds(latency["50"]), milliseconds(latency["99"]))


def in_turn(contestants, folder, rounds, seconds, connections=16):
    """Rounds for several (server, paths, and perhaps headers), one after the other; the list of rounds of each."""
    for server, paths, *headers in contestants:
        load(server, paths, folder, 1, connections, *headers)
    results = [[] for _ in contestants]
    for _ in range(rounds):
        for (server, paths, *headers), result in zip(contestants, results):
            result.append(load(server, paths, folder, seconds, connections, *headers))
    return results


def median(rounds, what):
    return statistics.median(getattr(one, what) for one in rounds)


def ratio(rounds, others, what="microseconds"):
    """The median of the ratios of rounds that ran beside each other."""
    return statistics.median(getattr(one, what) / getattr(other, what) for one, other in zip(rounds, others))
