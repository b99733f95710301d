# shellcheck shell=bash disable=SC2154
# `rclone serve webdav`; sourced by `server`. It has either a login or none, so that there are two of them behind one pid.

command -v rclone >/dev/null || die "server: there is no rclone"
read -r plain basic tls <<<"$(free_ports 3)"
ports="$plain $basic $tls"
printf '%s' '#!/usr/bin/env bash
# Ends all of them when one ends or this is ended.
common=(rclone --config "$1/rclone.conf" serve webdav "$2" --read-only --dir-cache-time "$8")
"${common[@]}" --addr "127.0.0.1:$3" --baseurl open & pids=($!)
"${common[@]}" --addr "127.0.0.1:$4" --baseurl basic --user "$6" --pass "$7" & pids+=($!)
"${common[@]}" --addr "127.0.0.1:$5" --baseurl open --cert "$1/tls/good.pem" --key "$1/tls/good.key" & pids+=($!)
trap '\''kill "${pids[@]}" 2>/dev/null; wait'\'' TERM EXIT
wait -n
' >"$base/serve"
: >"$base/rclone.conf"
cache=1s
[ -z "$fresh" ] || cache=50ms
launch bash "$base/serve" "$base" "$tree" "$plain" "$basic" "$tls" "$user" "$password" "$cache"
address open "http://127.0.0.1:$plain/open/"
address basic "http://127.0.0.1:$basic/basic/"
address tls "https://127.0.0.1:$tls/open/"
