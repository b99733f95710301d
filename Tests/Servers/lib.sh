# shellcheck shell=bash
# What the server scripts share. Source it first.

set -euo pipefail
unset CDPATH
export LC_ALL=C.UTF-8
servers=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# alive PID: whether the process runs. One that ended and that nobody has waited for does not.
alive() { [ -r "/proc/$1/status" ] && ! grep -q '^State:[[:space:]]Z' "/proc/$1/status" 2>/dev/null; }

# free_ports COUNT: that many ports of 127.0.0.1 on which nothing listens.
#
# They lie below those that the kernel gives to clients: one of those is often taken again before the server has it.
# All are bound at once, plainly: a server that lets others share its port would otherwise get a port that is taken.
free_ports() {
  python3 -c '
import random, socket, sys
least = int(open("/proc/sys/net/ipv4/ip_local_port_range").read().split()[0])
held = []
while len(held) < int(sys.argv[1]):
    one = socket.socket()
    try:
        one.bind(("127.0.0.1", random.randrange(10000, least) if least > 12000 else 0))
        held.append(one)
    except OSError:
        one.close()
print(*[one.getsockname()[1] for one in held])' "$1"
}

# port_was_taken: whether the server in $base says that somebody had its port. smbd says so in its log only, and stays.
port_was_taken() { grep -qsi 'address already in use' "$base/output" "$base/error.log" "$base"/*/log/*.log; }

# forget_output: what the server in $base said before it is launched again.
forget_output() {
  local log
  for log in "$base/error.log" "$base"/*/log/*.log; do [ ! -e "$log" ] || : >"$log"; done
}

# show_output: the end of what the server in $base says.
show_output() {
  local log
  for log in "$base/output" "$base/error.log" "$base"/*/log/*.log; do [ ! -s "$log" ] || tail -n 20 "$log"; done
}

# wait_ready PID PORT...: until all ports accept connections; fails when the process ends, its port was taken, or after 20 s.
wait_ready() {
  local pid=$1 port
  shift
  for port in "$@"; do
    local tries=0
    until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
      alive "$pid" || return 1
      ! port_was_taken || return 1
      tries=$((tries + 1))
      [ "$tries" -lt 400 ] || return 1
      sleep 0.05
    done
  done
}

# stop_pid PID: lets a process end, and ends it with its whole group when it does not within 3 s.
stop_pid() {
  kill -CONT "$1" 2>/dev/null || return 0
  kill -TERM "$1" 2>/dev/null || return 0
  local tries=0
  while alive "$1"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 60 ]; then
      kill -KILL -- "-$1" 2>/dev/null || kill -KILL "$1" 2>/dev/null || true
      return 0
    fi
    sleep 0.05
  done
}
