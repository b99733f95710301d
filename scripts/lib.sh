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

say() { printf '%s\n' "$*" >&2; }

die() {
  say "${0##*/}: $*"
  exit 1
}

# Stops what runs now. A child that runs in the background does not hear Ctrl-C itself.
stop() {
  trap - INT TERM
  if [ -n "$running" ]; then
    kill -TERM "$running" 2>/dev/null || true
    wait "$running" 2>/dev/null || true
  fi
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

  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing packages: ${missing[*]}. Install them, or run this as root."
    sudo -v || die "missing packages: ${missing[*]}. sudo refused to install them."
    apt=(sudo "${apt[@]}")
  fi
  step "install ${missing[*]}" 900 sh -c '
    "$@" update || echo "The package lists could not be refreshed; trying with those that are there."
    exec "$@" install --no-install-recommends '"${missing[*]}" install "${apt[@]}" || exit 1
}

# spin TITLE LOG START: one line on a terminal that follows the running child.
spin() {
  local frames='|/-\' i=0 width last
  width=$(tput cols 2>/dev/null || echo 80)
  while kill -0 "$running" 2>/dev/null; do
    last=$(tail -c 400 "$2" 2>/dev/null | tr '\r' '\n' | grep . | tail -n 1 | tr -d '\033' || true)
    printf '\r\033[K%.*s' "$((width - 1))" "${frames:i++%4:1} $1 ($((SECONDS - $3)) s)  $last" >&2
    sleep 0.2
  done
  printf '\r\033[K' >&2
}

# step TITLE SECONDS COMMAND...: runs a command with its output in a log of its own, for at most so long.
#
# Returns the command's status. When it fails, the end of the log and its place are shown.
step() {
  local title=$1 limit=$2 start=$SECONDS status=0
  shift 2
  mkdir -p "$logs"
  log=$logs/$(printf '%s' "$title" | tr -c 'A-Za-z0-9\n' '-' | cut -c 1-60).log
  timeout -k 20 "$limit" "$@" >"$log" 2>&1 </dev/null &
  running=$!
  if [ -t 2 ]; then spin "$title" "$log" "$start"; else say "$title ..."; fi
  wait "$running" || status=$?
  running=
  if [ "$status" -eq 0 ]; then
    say "$title: done ($((SECONDS - start)) s)"
  else
    report_failure "$title" "$status" "$limit" "$((SECONDS - start))"
  fi
  return "$status"
}

report_failure() {
  if [ "$2" -eq 124 ]; then
    say "$1: stopped after its limit of $3 s"
  else
    say "$1: FAILED (exit $2, $4 s)"
  fi
  { grep -E '(^|[^a-z])error:|recorded an issue|WARNING: ThreadSanitizer|ERROR: .*Sanitizer' "$log" | head -n 20 || true; } |
    sed 's/^/  > /' >&2
  tail -n 25 "$log" | sed 's/^/  | /' >&2
  say "  full log: $log"
}

cd "$root"
