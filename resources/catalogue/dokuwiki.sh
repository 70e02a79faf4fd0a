#!/bin/bash
# DokuWiki of Debian, on PHP's own server: who gets here has come through the gateway.
set -eu
wiki=/usr/share/dokuwiki

install() {
  apt-get update
  # Its package asks for a whole web server, and PHP's own is enough here.
  apt-get install -y --no-install-recommends php-cli php-xml php-gd php-mbstring php-phpseclib php-geshi libphp-simplepie php-random-compat \
    libjs-jquery libjs-jquery-ui libjs-jquery-cookie javascript-common ucf
  cd /tmp
  apt-get download dokuwiki
  dpkg-deb -x dokuwiki_*.deb dokuwiki
  cp -a dokuwiki/usr/share/dokuwiki /usr/share/
  cp -a dokuwiki/etc/dokuwiki /etc/
  cp -a dokuwiki/var/lib/dokuwiki /var/lib/
  rm -rf dokuwiki dokuwiki_*.deb
}

serve() {
  command install -d -o www-data -g www-data /srv/data
  configure
  chown -R www-data: /srv/data /etc/dokuwiki
  cd "$wiki"
  exec setpriv --reuid=www-data --regid=www-data --init-groups env PHP_CLI_SERVER_WORKERS=4 php -S 0.0.0.0:8080 -t "$wiki"
}

# At every start: a wiki made from a snapshot has a new password.
configure() {
  local hash level
  hash=$(WIKI_PASSWORD="$WIKI_PASSWORD" php -r 'echo password_hash(getenv("WIKI_PASSWORD"), PASSWORD_BCRYPT);')
  case $WIKI_ACCESS in edit) level=8 ;; read) level=1 ;; *) level=0 ;; esac
  php -r '$q = fn($s) => var_export($s, true); echo "<?php\n\$conf[\"title\"] = ", $q(getenv("WIKI_TITLE")), ";\n\$conf[\"useacl\"] = 1;\n\$conf[\"superuser\"] = \"@admin\";\n\$conf[\"disableactions\"] = \"register\";\n\$conf[\"savedir\"] = \"/srv/data/data\";\n\$conf[\"datadir\"] = \"/srv/data/data/pages\";\n\$conf[\"updatecheck\"] = 0;\n\$conf[\"license\"] = \"\";\n\$conf[\"authtype\"] = \"authplain\";\n\$conf[\"passcrypt\"] = \"bcrypt\";\n";' >/etc/dokuwiki/local.php
  printf '%s:%s:Administrator:admin@localhost:admin,user\n' "$WIKI_USER" "$hash" >/etc/dokuwiki/users.auth.php
  printf '# <?php exit()?>\n*\t@ALL\t%s\n*\t@user\t8\n' "$level" >/etc/dokuwiki/acl.auth.php
  for folder in attic cache index locks log media media_attic media_meta meta pages tmp; do mkdir -p "/srv/data/data/$folder"; done
}

"$@"
