#!/bin/bash
# id: postgresql
# name: PostgreSQL
# port: 5432
# user: dev
# database: dev
set -eu

# As Debian has it: 15 on Debian 12, 17 on Debian 13. Who installs another one beside it still has theirs.
installed=/etc/postgresql/slipway-version

use_version() {
  binaries=/usr/lib/postgresql/$1/bin
  data=/var/lib/postgresql/$1/main
  settings=/etc/postgresql/$1/main
}

as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/var/lib/postgresql "$@"; }

install() {
  apt-get update
  apt-get install -y --no-install-recommends postgresql postgresql-contrib
  ls /usr/lib/postgresql >"$installed"
  use_version "$(<"$installed")"
  # The package makes one key for every copy of the image: no TLS on loopback.
  rm -f /etc/ssl/private/ssl-cert-snakeoil.key /etc/ssl/certs/ssl-cert-snakeoil.pem
  sed -i "s/^ssl = on/ssl = off/; s/^ssl_\(cert\|key\)_file/#&/" "$settings/postgresql.conf"
  # Nobody logs in from elsewhere; dev is its namesake by the socket, and needs the password by TCP.
  printf 'local all postgres peer\nlocal all all peer\nhost all all 127.0.0.1/32 scram-sha-256\nhost all all ::1/128 scram-sha-256\n' \
    >"$settings/pg_hba.conf"
  printf "listen_addresses = '127.0.0.1'\n" >"$settings/conf.d/slipway.conf"
  clean
  as_postgres "$binaries/pg_ctl" -D "$data" -o "-c config_file=$settings/postgresql.conf" -w start
  as_postgres createuser --superuser dev
  as_postgres createdb --owner=dev dev
  as_postgres "$binaries/pg_ctl" -D "$data" -m fast -w stop
}

clean() {
  rm -f "$data/postmaster.pid"
  command install -d -o postgres -g postgres -m 2775 /run/postgresql
}

# SIGINT is PostgreSQL's fast clean shutdown; SIGTERM would wait for every client to leave.
serve() {
  setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/var/lib/postgresql \
    "$binaries/postgres" -D "$data" -c "config_file=$settings/postgresql.conf" &
  server=$!
  trap 'kill -INT "$server"' TERM
  wait "$server" || wait "$server"
}

ready() { as_postgres pg_isready -q; }

configure() {
  as_postgres psql -q -v ON_ERROR_STOP=1 -v password="$SLIPWAY_DATABASE_PASSWORD" -d postgres <<<"ALTER ROLE dev PASSWORD :'password'"
}

environment() { echo "DATABASE_URL=postgresql://dev:$SLIPWAY_DATABASE_PASSWORD_ENCODED@127.0.0.1:5432/dev"; }

if [ -e "$installed" ]; then use_version "$(<"$installed")"; fi
"$@"
