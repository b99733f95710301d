#!/usr/bin/env python3
"""spoiler.py BASE [--tls] [--owner PID]: passes HTTP on to a server, and spoils what it is told to.

BASE/settings says what to do; it is read when the control port is asked for /reload. Its first lines are

    upstream HOST:PORT    where the server is
    refuse                refuse connections, and reset those that there are
    certificate NAME      with --tls, the certificate to show: good, expired, elsewhere or self

Behind them come answers as scripted.py has them, whose REST is the whole target. What none of them holds for is passed
on. There are two more options:

    pass      pass the request on, and apply the options to the server's own answer; lines `THIS => THAT` of the body
              replace what the regular expression THIS finds in it
    refuse    refuse connections from now on

BASE/addresses has the lines `proxy URL` and `control PORT`. On the control port, /count tells how many requests came since
the last /reload, and /stop ends it all.
"""

import copy
import errno
import http.client
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading

# The folder is not this program's to write to.
sys.dont_write_bytecode = True
import scripted


class Spoiler:
    """What the connections share."""

    def __init__(self, base, listener, tls):
        self.base, self.listener = base, listener
        self.contexts = {name: scripted.context(base, name) for name in ("tls", "expired", "elsewhere", "self")} if tls else {}
        self.lock = threading.Lock()
        self.accepting = threading.Event()
        self.open = set()
        self.reload()

    def reload(self):
        with open(self.base + "/settings", "rb") as file:
            text = file.read()
        lines = text.split(b"=== ")[0].decode().split("\n")
        words = dict((line.split(" ", 1) + [""])[:2] for line in lines if line)
        with self.lock:
            host, port = words["upstream"].rsplit(":", 1)
            self.upstream = (host, int(port))
            self.certificate = words.get("certificate", "good").replace("good", "tls")
            self.rules = scripted.parse(text)
            self.count = 0
        if "refuse" in words:
            self.refuse()
        elif not self.accepting.is_set():
            self.listener.listen(128)
            self.accepting.set()

    def refuse(self):
        """The port stays bound, so that nobody else gets it."""
        with self.lock:
            if not self.accepting.is_set():
                return
            self.accepting.clear()
            self.listener.shutdown(socket.SHUT_RDWR)
            for sock in list(self.open):
                try:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    sock.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def rule(self, method, target, fields):
        with self.lock:
            self.count += 1
            for rule in self.rules:
                if rule.matches(method, target, fields):
                    rule.left -= 1
                    return rule
        return None

    def expand(self, text, root):
        return text


class Relay(scripted.Connection):
    """A client's connection, and one to the server."""

    def __init__(self, server, sock):
        super().__init__(server, "proxy", sock)
        self.address, self.upstream = None, None

    def reply(self, method, target, fields, body):
        rule = self.server.rule(method, target, fields)
        if rule and "refuse" in rule.options:
            self.server.refuse()
            return False
        if rule and "pass" not in rule.options:
            return self.perform(rule, "", fields)
        answer = copy.copy(rule) if rule else scripted.Answer("=== * *", [])
        edits = [line.split(b" => ") for line in answer.body.split(b"\n") if b" => " in line]
        answer.fields, answer.body = self.ask(method, target, fields, body)
        for this, that in edits:
            answer.body = re.sub(this, that, answer.body)
        return self.perform(answer, "", fields)

    def ask(self, method, target, fields, body):
        """The server's answer: status line with fields, and body."""
        if self.address != self.server.upstream:
            self.address = self.server.upstream
            self.upstream = http.client.HTTPConnection(*self.address)
        for attempt in range(2):
            try:
                self.upstream.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
                for name, value in fields.items():
                    self.upstream.putheader(name, value)
                self.upstream.endheaders(body or None)
                answer = self.upstream.getresponse()
                content = answer.read()
                break
            except (http.client.HTTPException, OSError) as failure:
                # Servers close idle connections; what they refuse on a new one they refuse.
                self.upstream.close()
                if attempt or isinstance(failure, ConnectionRefusedError):
                    raise OSError from failure
        skipped = ("connection", "content-length", "keep-alive", "transfer-encoding")
        head = [f"HTTP/1.1 {answer.status} {answer.reason}"]
        head += [f"{name}: {value}" for name, value in answer.getheaders() if name.lower() not in skipped]
        return [line.encode("latin-1") for line in head], content


def serve(server, sock):
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if server.contexts:
            context = server.contexts[server.certificate]
            sock = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
            scripted.shake_hands(sock)
        server.open.add(sock)
        Relay(server, sock).serve()
    except OSError:
        sock.close()
    finally:
        server.open.discard(sock)


def accept(server):
    while True:
        server.accepting.wait()
        try:
            sock = server.listener.accept()[0]
        except OSError:
            continue
        threading.Thread(target=serve, args=(server, sock), daemon=True).start()


def control(server, listener):
    while True:
        sock = listener.accept()[0]
        with sock:
            target = scripted.read_request(sock.makefile("rb"))[1]
            told = b"%d" % server.count
            if target == "/reload":
                server.reload()
            sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(told), told))
            if target == "/stop":
                shutil.rmtree(server.base, ignore_errors=True)
                os._exit(0)


def bound():
    """A socket with a port of its own, asked for by number: only such a one outlives a refusal."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind(("127.0.0.1", port))
            return made
        except OSError as error:
            made.close()
            # Somebody else may have got it in between.
            if error.errno != errno.EADDRINUSE:
                raise


def main():
    scripted.leave_caller()
    base, options = sys.argv[1], sys.argv[2:]
    tls = "--tls" in options
    if tls:
        subprocess.run([os.path.join(scripted.HERE, "certificates"), base + "/tls"], check=True)
    listener, controls = bound(), bound()
    server = Spoiler(base, listener, tls)
    controls.listen(16)
    threading.Thread(target=accept, args=(server,), daemon=True).start()
    threading.Thread(target=control, args=(server, controls), daemon=True).start()
    with open(base + "/addresses.new", "w") as file:
        file.write(f"proxy http{'s' * tls}://127.0.0.1:{listener.getsockname()[1]}\n")
        file.write(f"control {controls.getsockname()[1]}\n")
    os.rename(base + "/addresses.new", base + "/addresses")
    scripted.await_end(options[options.index("--owner") + 1] if "--owner" in options else None)
    shutil.rmtree(base, ignore_errors=True)


main()
