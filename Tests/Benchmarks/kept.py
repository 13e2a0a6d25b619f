"""Pages of data that don't change, kept from one request to the next: for anyone, and for visitors who are signed in."""
import beside
import load
import pages
import servers


def measure(row, program, database, folder, rows, rounds, seconds):
    rules, *tokens = beside.access(program, folder, "ada", "grace")
    ada, grace = ([f"Authorization: Bearer {token}"] for token in tokens)
    # What is kept is part of what answers may take.
    ours = servers.tablepages(program, database, "--page-cache", "256", "--answer-memory", "256", "--access", rules)
    ours.wait(pages.TABLE)
    paths = pages.page_paths(pages.positions(ours, rows)[::2][:400])
    # Kept by one visitor's first requests; the other has the same rights, and has asked for none of them.
    files, size = pages.save(ours, paths, folder, "kept", ada)
    nginx = servers.nginx(folder)
    nginx.wait(files[0])
    found = load.in_turn([(ours, paths), (ours, paths, ada), (ours, paths, grace), (nginx, files)], folder, rounds, seconds)
    for title, mine in zip(("anyone", "a visitor who is signed in", "another of the same rights"), found):
        row(f"kept pages for {title} ({size:,} bytes)", f"{load.median(mine, 'microseconds'):.1f} µs, "
            f"nginx {load.median(found[-1], 'microseconds'):.1f} µs  {load.ratio(mine, found[-1]):.2f} x", "at most 0.9 x")
    ours.stop()
    nginx.stop()
