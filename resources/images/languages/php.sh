#!/bin/bash
# id: php
# name: PHP
# versions: 8.4 8.2
# bookworm: 8.2
set -eu

install() {
  local version=$1 extensions
  extensions=$(printf "php$version-%s " bcmath cli curl gd intl mbstring mysql opcache pgsql redis sqlite3 xdebug xml zip)
  apt-get update
  # shellcheck disable=SC2086
  apt-get install -y --no-install-recommends $extensions composer
  # Xdebug costs nothing until it is asked for: XDEBUG_MODE=debug php …
  echo 'xdebug.mode = off' >"/etc/php/$version/mods-available/slipway.ini"
  phpenmod -v "$version" slipway
  # The commands of `composer global require` are found by every shell.
  cat >>/etc/profile.d/slipway.sh <<'SHELL'
case ":$PATH:" in
  *":$HOME/.config/composer/vendor/bin:"*) ;;
  *) PATH="$HOME/.config/composer/vendor/bin:$PATH" ;;
esac
SHELL
}

"$@"
