#!/usr/bin/env python3
"""hostile-nfs.py BASE [--owner PID]: an NFS server, versions 3 and 4, that misbehaves as the name of an export says.

It answers all programs on one port of 127.0.0.1, which BASE/addresses names. Below every export there is a file `film`,
and nothing else but what a listing invents. What is wrong about an export:

    fine                nothing
    handle              the length of handles is negative
    name                the length of a listed name is negative
    values              the length of a listed entry's attributes is negative (version 4)
    mask                the words of a mask of attributes are so many that four times as many are 4 (version 4)
    results             so many are the results of a request (version 4)
    data                the length of what is read is negative
    verifier            the length of what proves who the server is is negative
    huge                lengths of names are 2 GiB, and not negative
    deep                a listing of 200,000 entries in one answer
    pieces              a listing's answer comes in pieces of which none is the last
    cut-N               a listing's answer ends after N bytes
    noise-N             a listing's answer has bytes by chance in it, by the seed N
    unavailable, mismatch, procedure, garbage, system
                        calls that list are refused, for this reason (RFC 5531, section 9)
    credential, version calls that list are denied: who we say we are, the version of the calls
    count               the number of a file is that of the connection, counted from 1; `slow` answers after 0.7 s
"""

import contextlib
import os
import random
import shutil
import socket
import struct
import sys
import threading
import time

NEGATIVE = 0xFFFFFFF0
REFUSALS = {"unavailable": 1, "mismatch": 2, "procedure": 3, "garbage": 4, "system": 5}
FILES, MOUNTING, PORTMAPPER = 100003, 100005, 100000


def word(number):
    return struct.pack(">I", number)


def long(number):
    return struct.pack(">Q", number)


def opaque(data, length=None):
    return word(len(data) if length is None else length) + data + bytes(-len(data) % 4)


class Reader:
    """Reads numbers and bytes of a request."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def word(self):
        self.at += 4
        return struct.unpack_from(">I", self.data, self.at - 4)[0]

    def skip(self, count):
        self.at += count

    def opaque(self):
        count = self.word()
        start = self.at
        self.at += count + -count % 4
        return self.data[start : start + count]


class Call:
    """What a request is about: the export's name, how it misbehaves, and by which connection it came."""

    def __init__(self, handle, connection):
        self.handle = handle
        self.case = handle.decode(errors="replace").strip("/").split("/")[0]
        self.connection = connection

    @property
    def is_file(self):
        return self.handle.endswith(b"film")

    @property
    def number(self):
        return self.connection if self.case == "count" else len(self.handle)

    def wait(self):
        if self.handle.endswith(b"slow"):
            time.sleep(0.7)

    def names(self):
        return [b"entry %d" % index for index in range(200_000 if self.case == "deep" else 3)]

    def name(self, name):
        wrong = {"name": NEGATIVE, "huge": 0x7FFFFFFC}.get(self.case)
        return opaque(name, wrong)

    def own_handle(self):
        return opaque(self.handle, NEGATIVE if self.case == "handle" else None)

    # Version 3.

    def attributes3(self):
        kind = 1 if self.is_file else 2
        return word(kind) + word(0o755) + word(1) + word(0) * 2 + long(5) + long(5) + long(0) + long(1) \
            + long(self.number) + long(0) * 3

    def listing3(self, has_facts):
        parts = [word(0) + word(0) + long(0)]
        for index, name in enumerate(self.names()):
            parts.append(word(1) + long(100 + index) + self.name(name) + long(1 + index))
            if has_facts:
                parts.append(word(0) + word(0))
        return b"".join(parts) + word(0) + word(1)

    def file3(self, procedure, request):
        self.wait()
        if procedure == 1:
            return word(0) + self.attributes3()
        if procedure == 3:
            found = Call(self.handle + b"/" + request.opaque(), self.connection)
            return word(0) + found.own_handle() + word(1) + found.attributes3() + word(0)
        if procedure == 6:
            data = opaque(b"hello", NEGATIVE if self.case == "data" else None)
            return word(0) + word(1) + self.attributes3() + word(5) + word(1) + data
        if procedure in (16, 17):
            return self.listing3(procedure == 17)
        return word(10004) + word(0)

    # Version 4.

    def attributes4(self, listed=False):
        mask = word(2) + word(1 << 1 | 1 << 20) + word(0)
        if listed and self.case == "mask":
            mask = word(0x40000001) + word(0) * 64
        values = word(1 if self.is_file or listed else 2) + long(self.number)
        return mask + opaque(values, NEGATIVE if listed and self.case == "values" else None)

    def listing4(self):
        facts = self.attributes4(listed=True)
        parts = [long(0)]
        for index, name in enumerate(self.names()):
            parts.append(word(1) + long(3 + index) + self.name(name) + facts)
        return b"".join(parts) + word(0) + word(1)


def compound(request, connection):
    """Answers a request of version 4; returns what it is about, whether it lists, and the answer."""
    request.opaque()
    request.word()
    call, results, lists = Call(b"", connection), [], False
    for _ in range(request.word()):
        step = request.word()
        body = b""
        if step == 24:
            call = Call(b"", connection)
        elif step == 22:
            call = Call(request.opaque(), connection)
        elif step == 15:
            call = Call(call.handle + b"/" + request.opaque(), connection)
        elif step == 10:
            body = call.own_handle()
        elif step == 9:
            request.skip(4 * request.word())
            body = call.attributes4()
        elif step == 26:
            request.skip(24)
            request.skip(4 * request.word())
            lists = True
            body = call.listing4()
        elif step == 25:
            request.skip(28)
            body = word(1) + opaque(b"hello", NEGATIVE if call.case == "data" else None)
        results.append(word(step) + word(0) + body)
    call.wait()
    count = 0x40000001 if lists and call.case == "results" else len(results)
    return call, lists, word(0) + opaque(b"") + word(count) + b"".join(results)


def mount(procedure, request, connection):
    call = Call(request.opaque() if procedure == 1 else b"", connection)
    if procedure == 1:
        return call, word(0) + call.own_handle() + word(0)
    return call, word(0)


def spoilt(case, body):
    """An answer cut short, or with noise in it."""
    kind, _, number = case.partition("-")
    if kind == "cut":
        return body[: int(number)]
    if kind == "noise":
        chance = random.Random(int(number))
        noisy = bytearray(body)
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(noisy) // 4) * 4
            noisy[at : at + 4] = word(chance.choice([0, 1, 2, 0x7FFFFFFF, 0x80000000, NEGATIVE, 0x40000001, 0xFFFFFFFF]))
        return bytes(noisy)
    return body


class Endless(Exception):
    """An answer that has no end."""


def answer(message, connection):
    request = Reader(message)
    head = message[:4] + word(1)
    request.skip(12)
    program, version, procedure = request.word(), request.word(), request.word()
    for _ in range(2):
        request.word()
        request.opaque()
    good = head + word(0) + word(0) + word(0)
    if program == PORTMAPPER or program == FILES and procedure == 0:
        return good + word(1)
    if program == MOUNTING:
        call, body = mount(procedure, request, connection)
        return good + word(0) + body
    if version == 4:
        call, lists, body = compound(request, connection)
    else:
        call = Call(request.opaque(), connection)
        lists, body = procedure in (16, 17), call.file3(procedure, request)
    if not lists:
        return good + word(0) + body
    if call.case == "credential":
        return head + word(1) + word(1) + word(1)
    if call.case == "version":
        return head + word(1) + word(0) + word(2) + word(2)
    if call.case in REFUSALS:
        code = REFUSALS[call.case]
        return good + word(code) + (word(2) + word(2) if code == 2 else b"")
    if call.case == "pieces":
        raise Endless
    if call.case == "verifier":
        good = head + word(0) + word(0) + word(NEGATIVE)
    return good + word(0) + spoilt(call.case, body)


def receive(sock, count):
    data = b""
    while len(data) < count:
        part = sock.recv(count - len(data))
        if not part:
            raise OSError("the end")
        data += part
    return data


def serve(sock, connection):
    try:
        while True:
            mark, = struct.unpack(">I", receive(sock, 4))
            message = answer(receive(sock, mark & 0x7FFFFFFF), connection)
            parts = [message[start : start + (512 << 10)] for start in range(0, len(message), 512 << 10)]
            for index, part in enumerate(parts):
                is_last = index == len(parts) - 1
                sock.sendall(word(len(part) | (0x80000000 if is_last else 0)) + part)
    except Endless:
        with contextlib.suppress(OSError):
            while True:
                sock.sendall(word(512 << 10) + bytes(512 << 10))
        sock.close()
    except OSError:
        sock.close()


def accept(listener):
    for connection in range(1, sys.maxsize):
        sock = listener.accept()[0]
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve, args=(sock, connection), daemon=True).start()


def alive(pid):
    """Whether the process runs. One that ended and that nobody has waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def main():
    # Whoever waits for the end of a pipe of the caller would wait for this program as well.
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    base = sys.argv[1]
    owner = sys.argv[3] if sys.argv[2:3] == ["--owner"] else None
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
    with open(base + "/addresses.new", "w") as file:
        file.write(f"nfs 127.0.0.1:{listener.getsockname()[1]}\n")
    os.rename(base + "/addresses.new", base + "/addresses")
    while owner is None or alive(owner):
        time.sleep(0.5)
    shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
