# shellcheck shell=bash disable=SC2154
# Apache with mod_dav; sourced by `server`.

# Debian's name, and that of most others.
apache=$(command -v apache2 || command -v httpd) || die "server: there is no apache2"
modules=/usr/lib/apache2/modules
[ -d "$modules" ] || modules=$(dirname "$(dirname "$apache")")/modules
read -r plain tls <<<"$(free_ports 2)"
ports="$plain $tls"
cat >"$base/apache.conf" <<CONF
ServerRoot $base
ServerName localhost
PidFile $base/apache.pid
DefaultRuntimeDir $base
ErrorLog $base/error.log
Listen 127.0.0.1:$plain
Listen 127.0.0.1:$tls
$([ "$(id -u)" -ne 0 ] || printf 'User %s\nGroup %s' "$worker" "$worker")
$(for module in mpm_event authn_core authn_file authz_core authz_user auth_basic auth_digest alias mime dav dav_fs ssl \
  http2 socache_shmcb; do echo "LoadModule ${module}_module $modules/mod_$module.so"; done)
TypesConfig /dev/null
DavLockDB $base/davlock
KeepAlive On
MaxKeepAliveRequests 0
KeepAliveTimeout 30
ThreadsPerChild 64
ServerLimit 1
MaxRequestWorkers 64
StartServers 1
DocumentRoot $tree
Alias /open $tree
Alias /basic $tree
Alias /digest $tree
<Directory />
  Require all granted
  Options None
  AllowOverride None
</Directory>
<Location /open>
  DAV On
</Location>
<Location /basic>
  DAV On
  AuthType Basic
  AuthName $realm
  AuthUserFile $base/htpasswd
  Require valid-user
</Location>
<Location /digest>
  DAV On
  AuthType Digest
  AuthName $realm
  AuthUserFile $base/htdigest
  Require valid-user
</Location>
<VirtualHost 127.0.0.1:$tls>
  Protocols h2 http/1.1
  SSLEngine on
  SSLCertificateFile $base/tls/good.pem
  SSLCertificateKeyFile $base/tls/good.key
</VirtualHost>
CONF
launch "$apache" -f "$base/apache.conf" -DFOREGROUND
for way in open basic digest; do address "$way" "http://127.0.0.1:$plain/$way/"; done
address tls "https://127.0.0.1:$tls/open/"
