# shellcheck shell=bash disable=SC2154
# WsgiDAV on cheroot; sourced by `server`. It is in the environment that scripts/test makes of requirements.txt.

python=$(cd "$servers/../.." && pwd)/.build/test-servers/bin/python3
[ -x "$python" ] || die "server: there is no WsgiDAV; scripts/test installs it"
read -r plain tls <<<"$(free_ports 2)"
ports="$plain $tls"
"$python" - "$base" "$tree" "$plain" "$tls" "$user" "$password" <<'PYTHON'
import json, sys
base, tree, plain, tls, user, password = sys.argv[1:]
for name, port in (("plain", plain), ("tls", tls)):
    config = {
        "host": "127.0.0.1",
        "port": int(port),
        "server": "cheroot",
        "server_args": {"numthreads": 32, "request_queue_size": 128},
        "verbose": 1,
        "provider_mapping": {
            f"/{way}": {"root": tree, "readonly": True} for way in ("open", "basic", "digest")
        },
        "simple_dc": {
            "user_mapping": {"/open": True, **{w: {user: {"password": password}} for w in ("/basic", "/digest")}}
        },
        "http_authenticator": {"accept_basic": True, "accept_digest": True, "default_to_digest": True},
        "lock_storage": True,
        "property_manager": None,
        "dir_browser": {"enable": False},
    }
    if name == "tls":
        config["ssl_certificate"] = base + "/tls/good.pem"
        config["ssl_private_key"] = base + "/tls/good.key"
        config["ssl_adapter"] = "builtin"
    json.dump(config, open(f"{base}/{name}.json", "w"))
PYTHON
printf '%s' '#!/usr/bin/env bash
# Ends both when one ends or this is ended.
"$1" -m wsgidav.server.server_cli --config "$2/plain.json" & pids=($!)
"$1" -m wsgidav.server.server_cli --config "$2/tls.json" & pids+=($!)
trap '\''kill "${pids[@]}" 2>/dev/null; wait'\'' TERM EXIT
wait -n
' >"$base/serve"
launch bash "$base/serve" "$python" "$base"
for way in open basic digest; do address "$way" "http://127.0.0.1:$plain/$way/"; done
address tls "https://127.0.0.1:$tls/open/"
