#!/usr/bin/env python3
"""measure.py: lists a tree over WebDAV with the adapter, with libcurl alone, with rclone, and scans it.

Everything that is compared runs in turn, several times over, against the same server; medians are printed. What is
compared is wall time, the CPU time of the client alone, and the most memory that it had. `scripts/benchmark-webdav`
builds what it needs and starts it; OPTIONS are

    --server KIND        of Tests/Servers (apache); may be repeated
    --rounds N           how often each measurement is taken (5)
    --directories N      how many directories of 20 files the large tree has (10000)
    --concurrency N,...  requests at a time (1,8,16,64)
    --delay MS,...       added to each round trip (0,5)
    --no-scans           leave whole scans out
    --no-peer            leave rclone out
    --work DIR           keep the trees in DIR for the next time
"""

import argparse
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SERVERS = os.path.join(HERE, "../../Tests/Servers/server")
FILES = 20


class Figures:
    """What one program used, over several runs."""

    def __init__(self):
        self.walls, self.cpus, self.peaks = [], [], []

    def take(self, command, entries):
        start = time.monotonic()
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(command, stdout=output)
            status, usage = os.wait4(process.pid, 0)[1:]
            process.returncode = status
            wall = time.monotonic() - start
            output.seek(0)
            text = output.read()
        if status != 0:
            sys.exit(f"{command[0]} ended with {status}: {text[-300:]}")
        if entries and b"entries=%d\n" % entries not in text:
            sys.exit(f"{command[0]}: not {entries} entries: {text[:100]}")
        self.walls.append(wall)
        self.cpus.append(usage.ru_utime + usage.ru_stime)
        self.peaks.append(usage.ru_maxrss / 1024)

    def row(self, entries, base):
        wall, cpu = statistics.median(self.walls), statistics.median(self.cpus)
        own, their = statistics.median(base.walls), statistics.median(base.cpus)
        return (
            f"{wall:7.2f} s {entries / wall / 1000:7.1f}k/s {own / wall:5.2f} x C   "
            f"CPU {cpu:6.2f} s {cpu / their:5.2f} x C   {max(self.peaks):5.1f} MiB"
        )


def make_tree(root, directories, files):
    """A tree of directories with files in shelves of a thousand; returns how many entries it has."""
    shelves = (directories + 999) // 1000
    if not os.path.exists(root):
        building = root + ".new"
        shutil.rmtree(building, ignore_errors=True)
        for number in range(directories):
            title = f"The Silent River {number} ({1950 + number % 70})"
            folder = f"{building}/Shelf {number // 1000}/{title}"
            os.makedirs(folder)
            for index in range(files):
                # A video in four, as in collections.
                ending = (".mkv", ".nfo", ".en.srt", "-thumb.jpg")[index % 4]
                name = f"{title} - S01E{index // 4:02d} - 第{index // 4}話 [1080p WEB-DL x265]-GROUP"
                path = f"{folder}/{name}{ending}"
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o644))
                os.utime(path, (1_500_000_000 + number, 1_500_000_000 + number * 60 + index))
        os.rename(building, root)
    return shelves + directories * (files + 1)


@contextlib.contextmanager
def served(kind, tree, work):
    base = f"{work}/server-{kind}"
    shutil.rmtree(base, ignore_errors=True)
    subprocess.run([SERVERS, "start", kind, base, tree, "--owner", str(os.getpid())], check=True)
    try:
        with open(base + "/addresses") as file:
            yield dict(line.split() for line in file)["open"]
    finally:
        subprocess.run([SERVERS, "stop", base], check=True)


@contextlib.contextmanager
def delayed(url, milliseconds, tools):
    if milliseconds == 0:
        yield url
        return
    host, rest = url.split("//")[1].split("/", 1)
    command = [f"{tools}/delay", host.split(":")[1], str(int(milliseconds * 500))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}/{rest}"
    finally:
        process.terminate()
        process.wait()


def compare(title, entries, commands, rounds):
    """Runs the commands in turn; each is (name, command or a function that makes one, whether it counts)."""
    figures = {name: Figures() for name, *_ in commands}
    for _ in range(rounds):
        for name, command, counts in commands:
            made = command() if callable(command) else command
            figures[name].take(made, entries if counts else None)
    print(f"{title}, {entries} entries, load {os.getloadavg()[0]:.1f}")
    base = figures[commands[0][0]]
    for name, one in figures.items():
        print(f"  {name:10s} {one.row(entries, base)}", flush=True)


def scan_command(options, url, concurrency, work):
    def make():
        shutil.rmtree(f"{work}/library", ignore_errors=True)
        place = ["--database", f"{work}/library", "--concurrency", str(concurrency), "--json", "--scan-only"]
        return [options.kino, "scan", url, *place]

    return make


def rclone_command(url, concurrency):
    place = ["--webdav-url", url, "--webdav-vendor", "other", "--checkers", str(concurrency)]
    return ["rclone", "--config", "/dev/null", "lsjson", "-R", "--no-mimetype", *place, ":webdav:"]


def measure_tree(options, kind, url, small, work):
    """A tree at every delay and concurrency; `small` takes the place of waits that would be long."""
    url_small, entries_small = url + "Shelf%200/", small
    for delay in options.delay:
        with delayed(url, delay, options.tools) as far:
            for concurrency in options.concurrency:
                is_slow = delay > 0 and concurrency < 8
                place = far + "Shelf%200/" if is_slow else far
                entries = entries_small if is_slow else options.entries
                commands = [
                    ("C", [f"{options.tools}/listing", place, str(concurrency)], True),
                    ("adapter", [options.lister, place, str(concurrency)], True),
                ]
                if delay > 0 and not options.no_scans:
                    commands.append(("scan", scan_command(options, place, concurrency, work), False))
                compare(f"{kind}, +{delay} ms, c={concurrency}", entries, commands, options.rounds)
            if not options.no_peer:
                place = far + "Shelf%200/"
                commands = [
                    ("C", [f"{options.tools}/listing", place, "16"], True),
                    ("rclone", rclone_command(place, 16), False),
                ]
                compare(f"{kind}, +{delay} ms, c=16, beside rclone", entries_small, commands, 1)


def main():
    parser = argparse.ArgumentParser()
    for name in ("tools", "lister", "kino"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--server", action="append")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--directories", type=int, default=10_000)
    parser.add_argument("--concurrency", default="1,8,16,64")
    parser.add_argument("--delay", default="0,5")
    parser.add_argument("--no-scans", action="store_true")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--work")
    options = parser.parse_args()
    options.concurrency = [int(word) for word in options.concurrency.split(",")]
    options.delay = [float(word) for word in options.delay.split(",")]
    with tempfile.TemporaryDirectory() as temporary:
        os.chmod(temporary, 0o755)
        work = options.work or temporary
        os.makedirs(work, exist_ok=True)
        trees = f"{work}/trees"
        large = f"{trees}/{options.directories}"
        os.makedirs(trees, exist_ok=True)
        options.entries = make_tree(large, options.directories, FILES)
        shelf = min(options.directories, 1000) * (FILES + 1)
        wide = make_tree(f"{trees}/wide", 1, 30_000)
        for kind in options.server or ["apache"]:
            with served(kind, trees, work) as url:
                # All of it is read once, so that the server's caches are warm.
                warm = [f"{options.tools}/listing", url, "8"]
                subprocess.run(warm, check=True, stdout=subprocess.DEVNULL)
                measure_tree(options, kind, f"{url}{options.directories}/", shelf, work)
                commands = [
                    ("C", [f"{options.tools}/listing", url + "wide/", "1"], True),
                    ("adapter", [options.lister, url + "wide/", "1"], True),
                ]
                compare(f"{kind}, one directory", wide, commands, options.rounds)


main()
