# shellcheck shell=bash disable=SC2154
# nginx with its module for PROPFIND; sourced by `server`. It has no Digest.

nginx=$(command -v nginx || echo /usr/sbin/nginx)
[ -x "$nginx" ] || die "server: there is no nginx"
read -r plain tls <<<"$(free_ports 2)"
ports="$plain $tls"
mkdir -p "$base/scratch"
cat >"$base/nginx.conf" <<CONF
load_module /usr/lib/nginx/modules/ngx_http_dav_ext_module.so;
daemon off;
$([ "$(id -u)" -ne 0 ] || echo "user $worker;")
pid $base/nginx.pid;
error_log $base/error.log;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  keepalive_requests 100000;
  client_body_temp_path $base/scratch;
  proxy_temp_path $base/scratch;
  fastcgi_temp_path $base/scratch;
  uwsgi_temp_path $base/scratch;
  scgi_temp_path $base/scratch;
  default_type application/octet-stream;
  server {
    listen 127.0.0.1:$plain;
    listen 127.0.0.1:$tls ssl http2;
    ssl_certificate $base/tls/good.pem;
    ssl_certificate_key $base/tls/good.key;
    location /open/ { alias $tree/; dav_ext_methods PROPFIND OPTIONS; }
    location /basic/ {
      alias $tree/;
      dav_ext_methods PROPFIND OPTIONS;
      auth_basic $realm;
      auth_basic_user_file $base/htpasswd;
    }
  }
}
CONF
launch "$nginx" -e "$base/error.log" -c "$base/nginx.conf"
for way in open basic; do address "$way" "http://127.0.0.1:$plain/$way/"; done
address tls "https://127.0.0.1:$tls/open/"
