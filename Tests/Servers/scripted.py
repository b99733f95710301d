#!/usr/bin/env python3
"""scripted.py BASE [--owner PID]: an HTTP server that answers, byte for byte, what files say.

A request for /CASE/RUN/REST is answered by the file cases/CASE.txt; RUN is any word, so that two runs of a case do not
mix. Lines before the first answer are comments. An answer begins with

    === METHOD REST [OPTION...]

and holds for requests with that method (or any, for `*`) and rest (`*` at its end stands for anything); of several, the
first one that is not used up. Then come the status line and the header fields, a blank line, and the body, without its last line end.
`Content-Length` is added unless there is one, or one of `Transfer-Encoding`. In all of it

    @ROOT@               stands for /CASE/RUN
    @PLAIN@ and @OTHER@  for the two plain servers of this process, http://127.0.0.1:PORT
    @TLS@                for https://127.0.0.1:PORT
    @USE@                in the header fields, for how often this answer was given, from 1
    @KB@                 for a thousand letters
    207                  as status line, for that of a multistatus and its content type
    *N TEXT              on a line of the body, for N lines with {i} counted from 0
    +dir HREF            on a line of the body, for what a multistatus says about a directory
    +file HREF SIZE      the same for a file

What a case has no answer for is answered by cases/default.txt.

It is a proxy as well: of a request for http://HOST/CASE/RUN/REST, HOST is noted as `proxied` and no more, and CONNECT leads
to one of the servers of this process, whatever the host.

Options:

    depth=N    only for requests with this Depth      times=N    only N times
    after=N    not for the first N of them
    bare       no Content-Length                      close      close the connection afterwards
    chunked    body in chunks                         gzip       body compressed, and said to be
    zip        body compressed, and not said to be    raw        \\xNN in the body is a byte
    fill=N     {fill} in the body is N letters        cut=N      only N bytes of the body, then the end
    reset=N    N bytes of the body, then a reset      stall=N    N bytes of the body, then nothing
    dribble=MS a byte of the body every MS            hang       never answer
    silent     close without an answer                range      cut the body to the Range that was asked for
    endless    the last line again and again          trail=N    N bytes behind the body

GET /_requests/RUN tells what was asked for in a run, as JSON; /_requests/RUN/N waits for N requests first. BASE/addresses gets a line `NAME URL` for each server:
plain, other, tls, and with certificates that are expired, elsewhere or self; `client` wants a certificate.
"""

import gzip
import json
import os
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LINE_END = b"\r\n"


class Answer:
    """One answer of a case."""

    def __init__(self, head, lines):
        words = head.split()
        self.method, self.rest = words[1:3]
        self.options = dict((word.split("=", 1) + [""])[:2] for word in words[3:])
        self.left = int(self.options.get("times", 1 << 30))
        self.uses = 0
        self.early = int(self.options.get("after", 0))
        blank = lines.index(b"") if b"" in lines else len(lines)
        self.fields = lines[:blank]
        if self.fields[:1] == [b"207"]:
            self.fields[:1] = [b"HTTP/1.1 207 Multi-Status", b"Content-Type: application/xml; charset=utf-8"]
        self.body = b"\n".join(map(self.resource, self.repeated(lines[blank + 1 :])))

    @staticmethod
    def repeated(lines):
        for line in lines:
            match = re.match(rb"\*(\d+) (.*)", line)
            if not match:
                yield line
                continue
            for index in range(int(match[1])):
                yield match[2].replace(b"{i}", str(index).encode())

    @staticmethod
    def resource(line):
        words = line.split(b" ")
        if words[0] == b"+dir":
            properties = b"<D:resourcetype><D:collection/></D:resourcetype>"
        elif words[0] == b"+file":
            size = b"<D:getcontentlength>%s</D:getcontentlength>" % words.pop()
            properties = b"<D:resourcetype/>" + size
        else:
            return line
        return (
            b"<D:response><D:href>%s</D:href><D:propstat><D:prop>%s</D:prop>"
            b"<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>" % (b" ".join(words[1:]), properties)
        )

    def matches(self, method, rest, fields):
        if self.left <= 0 or self.method not in (method, "*"):
            return False
        if "depth" in self.options and fields.get("depth") != self.options["depth"]:
            return False
        if rest != self.rest and not (self.rest.endswith("*") and rest.startswith(self.rest[:-1])):
            return False
        self.early -= 1
        return self.early < 0


def load(case):
    """The answers of a case, or None."""
    path = os.path.join(HERE, "cases", case + ".txt")
    if not re.fullmatch(r"[a-z0-9-]+", case) or not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return parse(file.read())


def parse(text):
    """The answers that a text says."""
    text = text.split(b"\n")
    answers, head, lines = [], None, []
    for line in text[:-1] + [b"=== end"]:
        if not line.startswith(b"=== "):
            lines.append(line)
            continue
        if head:
            answers.append(Answer(head, lines))
        head, lines = line.decode(), []
    return answers


def leave_caller():
    """Closes what the caller had open: whoever waits for the end of a pipe would wait for this program as well."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))


def alive(pid):
    """Whether the process runs. One that ended and that nobody has waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def await_end(owner):
    """Returns when the process with this number has ended; never without one."""
    while owner is None or alive(owner):
        time.sleep(0.5)


class Server:
    """What the connections share."""

    def __init__(self):
        self.lock = threading.Condition()
        self.runs = {}
        self.requests = {}
        self.addresses = {}

    def answer(self, case, run, method, rest, fields):
        with self.lock:
            if (case, run) not in self.runs:
                self.runs[case, run] = (load(case) or []) + load("default")
            for answer in self.runs[case, run]:
                if answer.matches(method, rest, fields):
                    answer.left -= 1
                    answer.uses += 1
                    return answer
        return None

    def note(self, run, entry):
        with self.lock:
            self.requests.setdefault(run, []).append(entry)
            self.lock.notify_all()

    def told(self, run, count="0"):
        with self.lock:
            self.lock.wait_for(lambda: len(self.requests.get(run, [])) >= int(count), timeout=60)
            return json.dumps(self.requests.get(run, [])).encode()

    def expand(self, text, root):
        text = text.replace(b"@ROOT@", root.encode()).replace(b"@KB@", b"K" * 1000)
        for name in ("plain", "other", "tls"):
            text = text.replace(f"@{name.upper()}@".encode(), self.addresses[name].encode())
        return text


def read_request(stream):
    """Method, target and header fields, or None at the end of the connection."""
    line = stream.readline(65536)
    if not line.strip():
        return None
    method, target = line.decode("latin-1").split()[:2]
    fields = {}
    while True:
        line = stream.readline(65536).rstrip(b"\r\n")
        if not line:
            break
        name, _, value = line.decode("latin-1").partition(":")
        fields[name.strip().lower()] = value.strip()
    body = stream.read(int(fields.get("content-length", 0)))
    return method, target, fields, body


def pump(source, target):
    """Passes on what comes, until it ends."""
    try:
        while piece := source.recv(65536):
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Connection:
    """One connection, served until it is closed."""

    def __init__(self, server, name, sock):
        self.server, self.name, self.sock = server, name, sock

    def serve(self):
        try:
            stream = self.sock.makefile("rb")
            while True:
                request = read_request(stream)
                if request is None or not self.reply(*request):
                    break
        except (OSError, ValueError):
            pass
        finally:
            self.sock.close()

    def reply(self, method, target, fields, body):
        if method == "CONNECT":
            return self.tunnel(target)
        proxied = re.match(r"http://([^/]*)(/.*)", target)
        target = proxied[2] if proxied else target
        parts = target.split("/", 3)
        if parts[1:2] == ["_requests"]:
            self.send(b"HTTP/1.1 200 OK", [], self.server.told(*parts[2:]))
            return False
        case, run = (parts[1:3] + ["", ""])[:2]
        rest = "/" + parts[3] if len(parts) > 3 else ""
        entry = {"server": self.name, "method": method, "rest": rest, "fields": fields, "body": body.decode("latin-1")}
        entry["proxied"] = proxied[1] if proxied else None
        self.server.note(run, entry)
        answer = self.server.answer(case, run, method, rest, fields)
        if answer is None:
            return self.send(b"HTTP/1.1 404 Not Found", [], b"")
        return self.perform(answer, f"/{case}/{run}", fields)

    def tunnel(self, target):
        """Passes bytes on to the server on a port, and back."""
        port = int(target.rpartition(":")[2])
        if f"https://127.0.0.1:{port}" not in self.server.addresses.values():
            return self.send(b"HTTP/1.1 403 Forbidden", [], b"")
        self.server.note("tunnels", {"server": self.name, "target": target})
        other = socket.create_connection(("127.0.0.1", port))
        self.sock.sendall(b"HTTP/1.1 200 OK\r\nX-Proxy: one\r\n\r\n")
        threading.Thread(target=pump, args=(other, self.sock), daemon=True).start()
        pump(self.sock, other)
        return False

    def send(self, status, fields, body):
        head = [status] + fields + [b"Content-Length: %d" % len(body)]
        self.sock.sendall(LINE_END.join(head) + 2 * LINE_END + body)
        return True

    def perform(self, answer, root, request):
        options = answer.options
        if "hang" in options:
            self.wait()
        if "hang" in options or "silent" in options:
            return False
        use = str(answer.uses).encode()
        head = [self.server.expand(line, root).replace(b"@USE@", use) for line in answer.fields]
        body = self.body(answer, root)
        if "range" in options:
            first, last = re.fullmatch(r"bytes=(\d+)-(\d+)", request["range"]).groups()
            head.append(b"Content-Range: bytes %d-%d/%d" % (int(first), min(int(last), len(body) - 1), len(body)))
            body = body[int(first) : int(last) + 1]
        if "gzip" in options:
            head.append(b"Content-Encoding: gzip")
        if "chunked" in options:
            head.append(b"Transfer-Encoding: chunked")
            body = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in (body[i : i + 7] for i in range(0, len(body), 7)))
            body += b"0\r\n\r\n"
        named = [line.lower() for line in head]
        if "bare" not in options and not any(n.startswith((b"content-length", b"transfer-encoding")) for n in named):
            head.append(b"Content-Length: %d" % len(body))
        self.sock.sendall(LINE_END.join(head) + 2 * LINE_END)
        return self.send_body(body, options)

    def body(self, answer, root):
        options = answer.options
        body = self.server.expand(answer.body, root)
        if "raw" in options:
            body = re.sub(rb"\\x([0-9a-fA-F]{2})", lambda match: bytes([int(match[1], 16)]), body)
        if "fill" in options:
            body = body.replace(b"{fill}", b"A" * int(options["fill"]))
        if "gzip" in options or "zip" in options:
            body = gzip.compress(body, 1)
        return body + b"Z" * int(options.get("trail", 0))

    def send_body(self, body, options):
        for option in ("cut", "reset", "stall"):
            if option in options:
                self.sock.sendall(body[: int(options[option])])
                if option == "reset":
                    # What was sent goes out first.
                    time.sleep(0.05)
                    self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if option == "stall":
                    self.wait()
                return False
        if "dribble" in options:
            for index in range(len(body)):
                self.sock.sendall(body[index : index + 1])
                time.sleep(int(options["dribble"]) / 1000)
        else:
            self.sock.sendall(body)
        while "endless" in options:
            self.sock.sendall((body.rpartition(b"\n")[2] + b"\n") * 100)
        return "close" not in options and "bare" not in options

    def wait(self):
        """Until the other side goes away."""
        while self.sock.recv(65536):
            pass


def context(base, name):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate = "good" if name in ("tls", "client") else name
    made.load_cert_chain(f"{base}/tls/{certificate}.pem", f"{base}/tls/{certificate}.key")
    if name == "client":
        made.load_verify_locations(f"{base}/tls/authority.pem")
        made.verify_mode = ssl.CERT_REQUIRED
    return made


def shake_hands(sock):
    """Begins to speak TLS; the alert of a failure arrives because the rest is read before closing."""
    try:
        sock.do_handshake()
    except ssl.SSLError:
        sock.settimeout(2)
        while socket.socket.recv(sock, 65536):
            pass
        raise


def listen(server, name, listener, tls):
    def serve(sock):
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls:
                sock = tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
                shake_hands(sock)
            Connection(server, name, sock).serve()
        except OSError:
            sock.close()

    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()


def main():
    leave_caller()
    base = sys.argv[1]
    os.makedirs(base, exist_ok=True)
    subprocess.run([os.path.join(HERE, "certificates"), base + "/tls"], check=True)
    server = Server()
    for name in ("plain", "other", "tls", "expired", "elsewhere", "self", "client"):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        tls = None if name in ("plain", "other") else context(base, name)
        scheme = "https" if tls else "http"
        server.addresses[name] = f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"
        threading.Thread(target=listen, args=(server, name, listener, tls), daemon=True).start()
    with open(base + "/addresses.new", "w") as file:
        file.writelines(f"{name} {url}\n" for name, url in server.addresses.items())
    os.rename(base + "/addresses.new", base + "/addresses")
    await_end(sys.argv[3] if sys.argv[2:3] == ["--owner"] else None)
    shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
