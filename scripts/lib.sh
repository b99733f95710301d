# shellcheck shell=bash
# What the scripts share. Source it first: it moves to the package's folder and sets the shell's strict mode.
#
# Everything here speaks on standard error, so that a script's standard output belongs to the tool that it runs.

set -euo pipefail
unset CDPATH
export LC_ALL=C.UTF-8
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/.build/logs
running=
# What the script failed for, once it has.
reason=

say() { printf '%s\n' "$*" >&2; }

die() {
  reason=$*
  say "${0##*/}: $reason"
  exit 1
}

# Ends the running command with everything that it started; the package manager's children outlive it otherwise.
end_running() {
  [ -n "$running" ] || return 0
  local family
  family=$(cat /proc/[0-9]*/stat 2>/dev/null | awk -v root="$running" '
    { pid = $1; sub(/.*\) [A-Za-z] /, ""); parent[pid] = $1; known[root] = 1 }
    END {
      for (grown = 1; grown;) {
        grown = 0
        for (pid in parent) if (!(pid in known) && parent[pid] in known) { known[pid] = 1; grown = 1 }
      }
      for (pid in known) print pid
    }')
  kill -TERM ${family:-"$running"} 2>/dev/null || true
  sleep 0.3
  kill -KILL ${family:-"$running"} 2>/dev/null || true
  wait "$running" 2>/dev/null || true
  running=
}

# A command that runs in the background does not hear Ctrl-C itself.
stop() {
  trap - INT TERM
  end_running
  say ""
  exit "$1"
}
trap 'stop 130' INT
trap 'stop 143' TERM

# require_swift: Swift 6.3 or newer is on PATH, or the script ends here.
require_swift() {
  command -v swift >/dev/null || die "swift is not on PATH. Swift 6.3: https://www.swift.org/install/"
  local version
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  case ${version:-0.0} in
    [0-5].* | 6.[0-2]) die "Swift ${version:-of an unknown version} is on PATH; 6.3 or newer is needed." ;;
  esac
}

# require_packages NEED...: installs what scripts/packages.txt lists for these needs and is not there.
require_packages() {
  command -v dpkg-query >/dev/null || return 0
  local need missing=() package
  for need in "$@"; do
    while read -r package; do
      [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done < <(awk -v need="$need" '$1 !~ /^#/ && $2 == need { print $1 }' "$root/scripts/packages.txt")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  # Run level 1 keeps servers that come with the packages from being started.
  local apt=(env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -q -y -o DPkg::Lock::Timeout=120)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing packages: ${missing[*]}. Install them, or run this as root."
    sudo -v || die "missing packages: ${missing[*]}. sudo refused to install them."
    apt=(sudo "${apt[@]}")
  fi
  step "install ${missing[*]}" 900 sh -c '
    "$@" update || echo "The package lists could not be refreshed; trying with those that are there."
    exec "$@" install --no-install-recommends '"${missing[*]}" install "${apt[@]}" || exit 1
}

# require_python: an environment in .build with what Tests/Servers/requirements.txt lists, for the tests' servers.
#
# Where PyPI cannot be reached, or not be trusted, the tests go on without the servers that come from there, and skip what
# needs them. In CI (the variable CI is set) that is a failure.
require_python() {
  local home=$root/.build/test-servers list=$root/Tests/Servers/requirements.txt why
  ! cmp -s "$list" "$home/installed" || return 0
  # Debian's own Python: another one on PATH may lack what an environment needs.
  local python=/usr/bin/python3
  [ -x "$python" ] || python=python3
  ! step "install the tests' Python packages" 300 sh -c '
    rm -rf "$2" && "$1" -m venv "$2" &&
      "$2/bin/pip" -q --disable-pip-version-check --retries 1 --timeout 20 install -r "$3" &&
      cp "$3" "$2/installed"' install "$python" "$home" "$list" || return 0
  rm -rf "$home"
  [ -z "${CI:-}" ] || exit 1
  why=$(grep -oE 'CERTIFICATE_VERIFY_FAILED|Name or service not known|Temporary failure in name resolution' "$log" |
    head -n 1 || true)
  why="its packages could not be installed from PyPI${why:+ ($why)}"
  export KINO_TESTS_WITHOUT_WSGIDAV=$why
  say "Going on without WsgiDAV: $why. What is tested with it is skipped; in CI this is a failure."
}

# follow TITLE SECONDS LOG: waits for the running command, on a terminal with a line that follows its output.
#
# Returns 1 if the command is still running when its time is over.
follow() {
  local frames='|/-\' i=0 start=$SECONDS width last
  width=$(tput cols 2>/dev/null || echo 80)
  while kill -0 "$running" 2>/dev/null; do
    [ $((SECONDS - start)) -lt "$2" ] || return 1
    if [ -t 2 ]; then
      last=$(tail -c 400 "$3" 2>/dev/null | tr '\r' '\n' | grep . | tail -n 1 | tr -d '\033' || true)
      printf '\r\033[K%.*s' "$((width - 1))" "${frames:i++%4:1} $1 ($((SECONDS - start)) s)  $last" >&2
    fi
    sleep 0.1
  done
}

# step TITLE SECONDS COMMAND...: runs a command with its output in a log of its own, for at most so long.
#
# Returns the command's status, or 124 if its time was over. When it fails, the end of the log and its place are shown.
step() {
  local title=$1 limit=$2 start=$SECONDS status=0
  shift 2
  log=$logs/$(printf '%s' "$title" | tr -c 'A-Za-z0-9\n' '-' | cut -c 1-60).log
  open_log
  [ -t 2 ] || say "$title ..."
  "$@" >"$log" 2>&1 </dev/null &
  running=$!
  if follow "$title" "$limit" "$log"; then
    wait "$running" || status=$?
  else
    end_running
    status=124
  fi
  running=
  [ ! -t 2 ] || printf '\r\033[K' >&2
  if [ "$status" -eq 0 ]; then
    say "$title: done ($((SECONDS - start)) s)"
  else
    report_failure "$title" "$status" "$limit" "$((SECONDS - start))"
  fi
  return "$status"
}

# Begins the log anew. Who may not write it may not build here either, and an old log would tell of another run.
open_log() {
  local refused place=$log
  if refused=$({ mkdir -p "$logs" && : >"$log"; } 2>&1); then return 0; fi
  while [ ! -e "$place" ]; do place=$(dirname "$place"); done
  say "$refused"
  die "$(id -un) cannot write $place, which belongs to $(ls -ld "$place" | awk '{ print $3 }'), and nothing was run." \
    "Run this as its owner, or from a checkout of your own."
}

report_failure() {
  if [ "$2" -eq 124 ]; then
    reason="$1: stopped after its limit of $3 s"
  else
    reason="$1: FAILED (exit $2, $4 s)"
  fi
  say "$reason"
  { grep -E '^[^|]*(^|[^a-z])error:|recorded an issue|SUMMARY: .*San|ERROR: .*Sanitizer|Program crashed|Fatal error:' \
    "$log" || true; } | awk '!seen[$0]++ && ++count <= 20 { print "  > " $0 }' >&2
  tail -n 15 "$log" | sed 's/^/  | /' >&2
  say "  full log: $log"
  reason="$reason; full log: $log"
}

cd "$root"
