#!/bin/bash
# Mosquitto of Debian, with the login of mosquitto.yaml.
set -eu

install() {
  apt-get update
  apt-get install -y --no-install-recommends mosquitto mosquitto-clients
}

serve() {
  command install -d -o mosquitto -g mosquitto -m 700 /srv/data
  rm -f /srv/passwords
  mosquitto_passwd -c -b /srv/passwords "$MQTT_USER" "$MQTT_PASSWORD"
  chown mosquitto: /srv/passwords
  printf 'listener 1883\nallow_anonymous false\npassword_file /srv/passwords\npersistence true\npersistence_location /srv/data/\n' \
    >/srv/mosquitto.conf
  exec setpriv --reuid=mosquitto --regid=mosquitto --init-groups mosquitto -c /srv/mosquitto.conf
}

"$@"
