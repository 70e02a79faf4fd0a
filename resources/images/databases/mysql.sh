#!/bin/bash
# id: mysql
# name: MySQL
# port: 3306
# user: root
# database: dev
# MariaDB, as Debian has no packages of MySQL's own server.
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends mariadb-server mariadb-client
  # The commands called mysql, where they are a package of their own (from Debian 13 on).
  if [ ! -e /usr/bin/mysql ]; then apt-get install -y --no-install-recommends mariadb-client-compat; fi
  printf '[mysqld]\nbind-address = 127.0.0.1\n' >/etc/mysql/mariadb.conf.d/90-slipway.cnf
  clean
}

clean() {
  rm -f /run/mysqld/*.pid /run/mysqld/*.sock*
  command install -d -o mysql -g mysql -m 755 /run/mysqld
}

serve() { exec mariadbd --user=mysql; }

ready() { mariadb-admin --user=root ping; }

# Both people log in by the socket as themselves, and by TCP with the password.
configure() {
  local password=${SLIPWAY_DATABASE_PASSWORD//\\/\\\\}
  password=${password//\'/\\\'}
  mariadb --user=root <<SQL
CREATE DATABASE IF NOT EXISTS dev CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS dev@localhost;
ALTER USER root@localhost IDENTIFIED VIA unix_socket OR mysql_native_password USING PASSWORD('$password');
ALTER USER dev@localhost IDENTIFIED VIA unix_socket OR mysql_native_password USING PASSWORD('$password');
GRANT ALL PRIVILEGES ON *.* TO dev@localhost WITH GRANT OPTION;
SQL
}

environment() { echo "DATABASE_URL=mysql://root:$SLIPWAY_DATABASE_PASSWORD_ENCODED@127.0.0.1:3306/dev"; }

"$@"
