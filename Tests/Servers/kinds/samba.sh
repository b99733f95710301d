# shellcheck shell=bash disable=SC2154
# Samba's smbd, twice: the second signs or refuses; sourced by `server`.
#
#   guest       who is nobody may look; so may alice and bob
#   login       alice and bob only
#   encrypted   alice only, and only in cipher
#   private     what is in BASE/private-files, for alice and bob: `closed` is nobody's, `bobs` is bob's
#   dfs         what is in BASE/dfs: `folder`, and `link`, which leads to a server that does not exist
#   signed      as login, on the server that demands signatures
#
# bob's password is `b0b's secret`; without root there is no bob, and everything belongs to alice. smbd shares ports with
# other smbds without a word, which free_ports knows.

command -v smbd >/dev/null || die "server: there is no smbd"
read -r plain signed <<<"$(free_ports 2)"
ports="$plain $signed"
bobs_password="b0b's secret"
if [ "$(id -u)" -eq 0 ]; then
  alices_account=$worker bobs_account=games nobodys_account=nobody
else
  alices_account=$(id -un) bobs_account= nobodys_account=$(id -un)
fi
mkdir -p "$base"/private-files/{open,closed,bobs} "$base"/dfs/folder
printf 'open\n' >"$base/private-files/open/a.txt"
printf 'closed\n' >"$base/private-files/closed/a.txt"
printf 'bobs\n' >"$base/private-files/bobs/a.txt"
printf 'folder\n' >"$base/dfs/folder/a.txt"
ln -sfn 'msdfs:127.0.0.1\nowhere' "$base/dfs/link"
chmod 700 "$base/private-files/closed" "$base/private-files/bobs"
[ -z "$bobs_account" ] || chown "$bobs_account" "$base/private-files/bobs"
printf '%s = %s\n' "$alices_account" "$user" >"$base/users"
[ -z "$bobs_account" ] || printf '%s = bob\n' "$bobs_account" >>"$base/users"

# configure FOLDER PORT SIGNING: writes the settings of one smbd.
configure() {
  mkdir -p "$1"/{private,lock,state,cache,run,ncalrpc,log}
  chmod 700 "$1/private"
  cat >"$1/smb.conf" <<CONF
[global]
  server role = standalone server
  workgroup = KINO
  netbios name = KINOTEST
  smb ports = $2
  interfaces = 127.0.0.1 ::1
  bind interfaces only = yes
  disable netbios = yes
  private dir = $1/private
  lock directory = $1/lock
  state directory = $1/state
  cache directory = $1/cache
  pid directory = $1/run
  ncalrpc dir = $1/ncalrpc
  passdb backend = tdbsam:$1/private/passdb.tdb
  log file = $1/log/%m.log
  log level = 1
  max log size = 0
  username map = $base/users
  map to guest = Bad User
  guest account = $nobodys_account
  server min protocol = SMB2_02
  server signing = $3
  load printers = no
  printing = bsd
  printcap name = /dev/null
  disable spoolss = yes
  usershare max shares = 0
  dns proxy = no
  deadtime = 1
  read only = yes
  server multi channel support = no
[guest]
  path = $tree
  guest ok = yes
[login]
  path = $tree
  valid users = $alices_account $bobs_account
[encrypted]
  path = $tree
  valid users = $alices_account
  server smb encrypt = required
[private]
  path = $base/private-files
  valid users = $alices_account $bobs_account
[dfs]
  path = $base/dfs
  valid users = $alices_account
  msdfs root = yes
CONF
  add_account "$1" "$alices_account" "$password"
  [ -z "$bobs_account" ] || add_account "$1" "$bobs_account" "$bobs_password"
}

# add_account FOLDER ACCOUNT PASSWORD
add_account() {
  printf '%s\n%s\n' "$3" "$3" | pdbedit -s "$1/smb.conf" -a -t -u "$2" >/dev/null
}

configure "$base/plain" "$plain" auto
configure "$base/signed" "$signed" mandatory
cat >"$base/serve" <<'SERVE'
#!/usr/bin/env bash
# Ends both when one ends or this is ended.
pids=()
for folder in "$@"; do
  smbd --foreground --configfile="$folder/smb.conf" & pids+=($!)
done
trap 'kill "${pids[@]}" 2>/dev/null; wait' TERM EXIT
wait -n
SERVE
launch bash "$base/serve" "$base/plain" "$base/signed"
at="smb://127.0.0.1:$plain"
for way in guest login encrypted private dfs; do address "$way" "$at/$way"; done
address signed "smb://127.0.0.1:$signed/login"
