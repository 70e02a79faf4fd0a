#!/bin/bash
# The Lounge of npm in front of ngIRCd of Debian. Who gets here has come through the gateway: nobody logs in twice.
set -eu

fetch() {
  /usr/local/lib/slipway/install-node "$1/opt/node"
  mkdir -p "$1/opt/app"
  # It names a commit of irc-framework's repository: npm's own release takes its place.
  echo '{"dependencies":{"thelounge":"4.5.2"},"overrides":{"irc-framework":"4.14.0"}}' >"$1/opt/app/package.json"
  PATH="$1/opt/node/bin:$PATH" npm install --loglevel=error --no-audit --no-fund --ignore-scripts --omit=optional --prefix "$1/opt/app"
  # Where its changelog can't be fetched, the second try would end the server.
  sed -i 's/localAddress: config_1.default.values.bind,/retry: 0, &/' "$1/opt/app/node_modules/thelounge/dist/server/plugins/changelog.js"
}

install() {
  apt-get update
  apt-get install -y --no-install-recommends ngircd
}

serve() {
  export PATH=/opt/node/bin:$PATH THELOUNGE_HOME=/srv/data
  command install -d -o nobody -g nogroup -m 700 /srv/data
  command install -d -o irc -g irc -m 755 /run/ircd
  cat >/etc/ngircd/ngircd.conf <<CONF
[Global]
Name = chat.slipway.local
Info = Team chat
Listen = 0.0.0.0
Ports = 6667
Password = $CHAT_PASSWORD
[Limits]
MaxNickLength = 30
MaxConnectionsIP = 0
[Options]
DNS = no
Ident = no
PAM = no
[Channel]
Name = #$CHAT_CHANNEL
Modes = nt
CONF
  chmod 640 /etc/ngircd/ngircd.conf
  chown irc: /etc/ngircd/ngircd.conf
  setpriv --reuid=irc --regid=irc --init-groups ngircd --nodaemon &
  cat >/srv/data/config.js <<CONF
module.exports = {
  public: true, port: 9000, host: undefined, theme: 'default', prefetch: false, lockNetwork: true,
  leaveMessage: 'bye', reverseProxy: true,
  defaults: { name: 'Team', host: '127.0.0.1', port: 6667, tls: false, rejectUnauthorized: false,
    password: '$CHAT_PASSWORD', nick: 'guest%%%', username: 'guest', realname: 'Guest', join: '#$CHAT_CHANNEL' },
};
CONF
  chown nobody:nogroup /srv/data/config.js
  exec setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/srv/data \
    node /opt/app/node_modules/thelounge/index.js start
}

"$@"
