#!/bin/bash
# Adminer of Debian, on PHP's own server.
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends php-cli php-mysql php-pgsql php-sqlite3
  cd /tmp
  # Its package asks for a whole web server, and PHP's own is enough here.
  apt-get download adminer
  dpkg-deb -x adminer_*.deb /
  rm adminer_*.deb
  mkdir -p /srv/www
  cat >/srv/www/index.php <<'PHP'
<?php
if (!count($_GET) && getenv('ADMINER_DEFAULT_SERVER')) $_GET['server'] = getenv('ADMINER_DEFAULT_SERVER');
include '/usr/share/adminer/adminer.php';
PHP
}

serve() {
  cd /usr/share/adminer
  exec setpriv --reuid=www-data --regid=www-data --init-groups env PHP_CLI_SERVER_WORKERS=4 php -S 0.0.0.0:8080 -t /srv/www
}

"$@"
