#!/bin/bash
# RabbitMQ of Debian with its management page, set up by the same variables as the official image.
set -eu
export RABBITMQ_MNESIA_BASE=/srv/data RABBITMQ_NODENAME=rabbit@localhost RABBITMQ_LOGS=-

install() {
  apt-get update
  apt-get install -y --no-install-recommends rabbitmq-server
  echo '[rabbitmq_management].' >/etc/rabbitmq/enabled_plugins
  printf 'RABBITMQ_MNESIA_BASE=/srv/data\nRABBITMQ_NODENAME=rabbit@localhost\n' >/etc/rabbitmq/rabbitmq-env.conf
  # Every service has a cookie of its own.
  rm -f /var/lib/rabbitmq/.erlang.cookie
}

serve() {
  command install -d -o rabbitmq -g rabbitmq -m 700 /srv/data /var/lib/rabbitmq
  # A user of Debian's own would be there otherwise: guest may log in from the machine itself only.
  printf 'listeners.tcp.default = 5672\nmanagement.tcp.port = 15672\ndefault_user = %s\ndefault_pass = %s\n' \
    "$RABBITMQ_DEFAULT_USER" "$RABBITMQ_DEFAULT_PASS" >/etc/rabbitmq/rabbitmq.conf
  chown rabbitmq:rabbitmq /etc/rabbitmq/rabbitmq.conf
  chmod 600 /etc/rabbitmq/rabbitmq.conf
  exec setpriv --reuid=rabbitmq --regid=rabbitmq --init-groups env HOME=/var/lib/rabbitmq \
    /usr/lib/rabbitmq/bin/rabbitmq-server
}

"$@"
