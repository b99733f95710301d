# shellcheck shell=bash disable=SC2154
# lighttpd with mod_webdav; sourced by `server`.

command -v lighttpd >/dev/null || die "server: there is no lighttpd"
read -r plain tls <<<"$(free_ports 2)"
ports="$plain $tls"
cat >"$base/lighttpd.conf" <<CONF
server.modules = ("mod_auth", "mod_authn_file", "mod_alias", "mod_webdav", "mod_openssl")
server.document-root = "$tree"
server.bind = "127.0.0.1"
server.port = $plain
server.errorlog = "$base/error.log"
server.pid-file = "$base/lighttpd.pid"
server.max-keep-alive-requests = 100000
$([ "$(id -u)" -ne 0 ] || printf 'server.username = "%s"\nserver.groupname = "%s"' "$worker" "$worker")
alias.url = ("/open" => "$tree", "/basic" => "$tree", "/digest" => "$tree")
auth.backend = "htdigest"
auth.backend.htdigest.userfile = "$base/htdigest"
auth.require = (
  "/basic" => ("method" => "basic", "realm" => "$realm", "require" => "valid-user"),
  "/digest" => ("method" => "digest", "realm" => "$realm", "require" => "valid-user")
)
\$HTTP["url"] =~ "^/" { webdav.activate = "enable" webdav.is-readonly = "enable" }
\$SERVER["socket"] == "127.0.0.1:$tls" {
  ssl.engine = "enable"
  ssl.pemfile = "$base/tls/good.pem"
  ssl.privkey = "$base/tls/good.key"
}
CONF
: >"$base/error.log"
chmod 666 "$base/error.log"
launch lighttpd -D -f "$base/lighttpd.conf"
for way in open basic digest; do address "$way" "http://127.0.0.1:$plain/$way/"; done
address tls "https://127.0.0.1:$tls/open/"
