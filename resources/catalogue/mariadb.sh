#!/bin/bash
# MariaDB of Debian, set up by the same variables as the official image.
set -eu
data=/srv/data

install() {
  apt-get update
  apt-get install -y --no-install-recommends mariadb-server mariadb-client
  rm -rf /var/lib/mysql
  printf '[mysqld]\nbind-address = 0.0.0.0\nskip-name-resolve\n' >/etc/mysql/mariadb.conf.d/90-service.cnf
}

serve() {
  command install -d -o mysql -g mysql -m 755 /run/mysqld
  command install -d -o mysql -g mysql -m 700 "$data"
  if [ ! -d "$data/mysql" ]; then
    mariadb-install-db --user=mysql --datadir="$data" --skip-test-db >/dev/null
    mariadbd --user=mysql --datadir="$data" --bootstrap <<SQL
USE mysql;
FLUSH PRIVILEGES;
CREATE DATABASE \`$MARIADB_DATABASE\` CHARACTER SET utf8mb4;
CREATE USER '$MARIADB_USER'@'%' IDENTIFIED BY '$MARIADB_PASSWORD';
GRANT ALL PRIVILEGES ON \`$MARIADB_DATABASE\`.* TO '$MARIADB_USER'@'%';
CREATE USER 'root'@'%' IDENTIFIED BY '$MARIADB_ROOT_PASSWORD';
GRANT ALL PRIVILEGES ON *.* TO 'root'@'%' WITH GRANT OPTION;
ALTER USER 'root'@'localhost' IDENTIFIED BY '$MARIADB_ROOT_PASSWORD';
SQL
  fi
  exec mariadbd --user=mysql --datadir="$data"
}

"$@"
