#!/bin/bash
# PostgreSQL of Debian, set up by the same variables as the official image.
set -eu
data=/srv/data bin=/usr/lib/postgresql/15/bin

install() {
  apt-get update
  # Its own cluster is made at the first start.
  mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
  apt-get install -y --no-install-recommends postgresql-15
  for tool in psql pg_isready pg_dump; do ln -sf "$bin/$tool" "/usr/local/bin/$tool"; done
}

as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/var/lib/postgresql "$@"; }

serve() {
  command install -d -o postgres -g postgres -m 2775 /run/postgresql
  command install -d -o postgres -g postgres -m 700 "$data"
  if [ ! -s "$data/PG_VERSION" ]; then
    # The password is there before the database can be reached.
    echo "$POSTGRES_PASSWORD" >/run/postgresql/first
    chown postgres /run/postgresql/first
    as_postgres "$bin/initdb" -D "$data" --username="$POSTGRES_USER" --pwfile=/run/postgresql/first \
      --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
    rm /run/postgresql/first
    echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
    as_postgres "$bin/pg_ctl" -D "$data" -o "-c listen_addresses=''" -w start
    if [ "$POSTGRES_DB" != postgres ]; then
      as_postgres psql -q -v ON_ERROR_STOP=1 -v name="$POSTGRES_DB" -U "$POSTGRES_USER" -d postgres <<<'CREATE DATABASE :"name"'
    fi
    as_postgres "$bin/pg_ctl" -D "$data" -m fast -w stop
  fi
  rm -f "$data/postmaster.pid"
  # SIGINT is the fast clean shutdown; SIGTERM would wait for every client to leave.
  setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/var/lib/postgresql \
    "$bin/postgres" -D "$data" -c 'listen_addresses=*' &
  server=$!
  trap 'kill -INT "$server"' TERM
  wait "$server" || wait "$server"
}

"$@"
