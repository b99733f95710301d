#!/usr/bin/env python3
"""measure.py: lists a tree on a server with its adapter, with the C library alone, with its peers, and scans it.

Everything that is compared runs in turn, several times over, against the same server; medians are printed. What is
compared is wall time, the CPU time of the client alone, and the most memory that it had. `scripts/benchmark-remote`
builds what it needs and starts it; OPTIONS are

    --server KIND        of Tests/Servers (apache); may be repeated. ganesha is NFS 4, ganesha3 NFS 3, samba SMB
    --rounds N           how often each measurement is taken (5)
    --directories N      how many directories of 20 files the large tree has (10000)
    --concurrency N,...  requests at a time (1,8,16,64; for NFS 1,4,8,16,64, for SMB 1,4,8,16)
    --delay MS,...       added to each round trip (0,5)
    --no-scans           leave whole scans out
    --no-peer            leave rclone and nfs-ls out
    --work DIR           keep the trees in DIR for the next time
"""

import argparse
import contextlib
import copy
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

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


def joined(*parts):
    """A path of those parts that are not empty, encoded."""
    return "/".join(urllib.parse.quote(part.strip("/")) for part in parts if part.strip("/"))


class WebDAV:
    """How to name a folder of a WebDAV server to each program."""

    concurrency, peer, slow = [1, 8, 16, 64], "rclone", 8

    def __init__(self, addresses):
        self.host = addresses["open"].split("/")[2]
        self.path = addresses["open"].split("/", 3)[3]

    @property
    def ports(self):
        return [self.host.split(":")[1]]

    def behind(self, ports):
        far = copy.copy(self)
        far.host = f"127.0.0.1:{ports[0]}"
        return far

    def url(self, folder):
        return f"http://{self.host}/{joined(self.path, folder)}/"

    def bare(self, folder, count):
        return ["webdav", self.url(folder), str(count)]

    def adapter(self, folder, count):
        return [str(count), "webdav", self.url(folder)]

    def scan(self, folder):
        return [self.url(folder)]

    def peer_command(self, folder, count):
        place = ["--webdav-url", self.url(folder), "--webdav-vendor", "other", "--checkers", str(count)]
        return ["rclone", "--config", "/dev/null", "lsjson", "-R", "--no-mimetype", *place, ":webdav:"]


class SMB(WebDAV):
    """The same of an SMB server, as its guest."""

    concurrency = [1, 4, 8, 16]

    def __init__(self, addresses):
        self.host, self.path = addresses["guest"].split("/")[2:4]

    def url(self, folder):
        return f"smb://{self.host}/{joined(self.path, folder)}"

    def bare(self, folder, count):
        return ["smb", self.url(folder), str(count)]

    def adapter(self, folder, count):
        return [str(count), "smb", self.host, self.path, folder]

    def scan(self, folder):
        return [self.url(folder), "--option", "login=guest"]

    def peer_command(self, folder, count):
        host, port = self.host.split(":")
        place = ["--smb-host", host, "--smb-port", port, "--smb-user", "guest", "--checkers", str(count)]
        return ["rclone", "--config", "/dev/null", "lsjson", "-R", "--no-mimetype", *place, f":smb:{self.path}/{folder}"]


class NFS(WebDAV):
    """The same of an NFS server, of its tree for root."""

    # Waits of one request at a time are short: a directory takes few answers.
    concurrency, peer, slow, version = [1, 4, 8, 16, 64], "nfs-ls", 2, "4"

    def __init__(self, addresses):
        self.port, self.mount_port = (addresses[name].split(":")[1] for name in ("nfs", "mount"))

    @property
    def ports(self):
        return [self.port, self.mount_port]

    def behind(self, ports):
        far = copy.copy(self)
        far.port, far.mount_port = ports
        return far

    def url(self, folder):
        # libnfs takes what is encoded for names.
        ports = f"nfsport={self.port}&mountport={self.mount_port}"
        return f"nfs://127.0.0.1/root/{folder}?{ports}&version={self.version}"

    def bare(self, folder, count):
        return ["nfs", self.url(folder), str(count)]

    def adapter(self, folder, count):
        place = ["127.0.0.1", self.port, self.mount_port, self.version, "/root/" + folder]
        return [str(count), "nfs", *place]

    def scan(self, folder):
        place = f"nfs://127.0.0.1:{self.port}/{joined('root', folder)}"
        return [place, "--option", "version=" + self.version, "--option", "mount-port=" + self.mount_port]

    def peer_command(self, folder, count):
        return ["nfs-ls", "-R", self.url(folder)]


class NFS3(NFS):
    """The same of version 3."""

    version = "3"


PROTOCOLS = {"samba": SMB, "ganesha": NFS, "ganesha3": NFS3}


@contextlib.contextmanager
def served(kind, tree, work):
    base = f"{work}/server-{kind}"
    shutil.rmtree(base, ignore_errors=True)
    start = ["start", kind.rstrip("3"), base, tree, "--owner", str(os.getpid())]
    subprocess.run([SERVERS, *start], check=True)
    try:
        with open(base + "/addresses") as file:
            yield PROTOCOLS.get(kind, WebDAV)(dict(line.split() for line in file))
    finally:
        subprocess.run([SERVERS, "stop", base], check=True)


@contextlib.contextmanager
def delayed(place, milliseconds, tools):
    if milliseconds == 0:
        yield place
        return
    relays = []
    try:
        for port in place.ports:
            command = [f"{tools}/delay", port, str(int(milliseconds * 500))]
            relays.append(subprocess.Popen(command, stdout=subprocess.PIPE))
        yield place.behind([str(int(relay.stdout.readline())) for relay in relays])
    finally:
        for relay in relays:
            relay.terminate()
            relay.wait()


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


def scan_command(options, place, folder, concurrency, work):
    def make():
        shutil.rmtree(f"{work}/library", ignore_errors=True)
        settings = ["--database", f"{work}/library", "--concurrency", str(concurrency), "--json", "--scan-only"]
        return [options.kino, "scan", *place.scan(folder), *settings]

    return make


def measure_folder(options, place, folder, concurrency):
    """The program in C and the adapter, over one folder."""
    tool, *arguments = place.bare(folder, concurrency)
    return [
        ("C", [f"{options.tools}/{tool}", *arguments], True),
        ("adapter", [options.lister, *place.adapter(folder, concurrency)], True),
    ]


def measure_tree(options, kind, place, small, work):
    """A tree at every delay and concurrency; a shelf of it takes its place where waits would be long."""
    large = str(options.directories)
    shelf = large + "/Shelf 0"
    for delay in options.delay:
        with delayed(place, delay, options.tools) as far:
            for concurrency in options.concurrency or place.concurrency:
                is_slow = delay > 0 and concurrency < place.slow
                folder, entries = (shelf, small) if is_slow else (large, options.entries)
                commands = measure_folder(options, far, folder, concurrency)
                if delay > 0 and not options.no_scans:
                    commands.append(("scan", scan_command(options, far, folder, concurrency, work), False))
                compare(f"{kind}, +{delay:g} ms, c={concurrency}", entries, commands, options.rounds)
            if not options.no_peer:
                commands = measure_folder(options, far, shelf, 16)
                commands.append((place.peer, far.peer_command(shelf, 16), False))
                compare(f"{kind}, +{delay:g} ms, c=16, beside {place.peer}", small, commands, options.rounds)


def main():
    parser = argparse.ArgumentParser()
    for name in ("tools", "lister", "kino"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--server", action="append")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--directories", type=int, default=10_000)
    parser.add_argument("--concurrency", default="")
    parser.add_argument("--delay", default="0,5")
    parser.add_argument("--no-scans", action="store_true")
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--work")
    options = parser.parse_args()
    options.concurrency = [int(word) for word in options.concurrency.split(",") if word]
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
            with served(kind, trees, work) as place:
                # All of it is read once, so that the server's caches are warm.
                (_, warm, _), _ = measure_folder(options, place, "", 8)
                subprocess.run(warm, check=True, stdout=subprocess.DEVNULL)
                measure_tree(options, kind, place, shelf, work)
                commands = measure_folder(options, place, "wide", 1)
                compare(f"{kind}, one directory", wide, commands, options.rounds)


main()
