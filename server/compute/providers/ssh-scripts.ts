interface InstallInput {
  hostId: string;
  port: number;
  ca: string;
  cert: string;
  key: string;
  quoted: (text: string) => string;
}

const FOLDER = '/etc/slipway-host';

/** Installs our certificates and runs an engine that requires them. Repeatable: it starts from scratch. */
export function installScript({ hostId, port, ca, cert, key, quoted }: InstallInput): string {
  const arguments_ = [
    '--host unix:///var/run/docker.sock',
    `--host tcp://0.0.0.0:${port}`,
    '--tlsverify',
    `--tlscacert ${FOLDER}/ca.pem --tlscert ${FOLDER}/cert.pem --tlskey ${FOLDER}/key.pem`,
  ].join(' ');
  return `set -eu
if [ -s ${FOLDER}/host ] && [ "$(cat ${FOLDER}/host)" != ${quoted(hostId)} ]; then
  echo "This machine belongs to another host already." >&2; exit 1
fi
umask 077
mkdir -p ${FOLDER}
printf %s ${quoted(hostId)} > ${FOLDER}/host
printf %s ${quoted(ca)} > ${FOLDER}/ca.pem
printf %s ${quoted(cert)} > ${FOLDER}/cert.pem
printf %s ${quoted(key)} > ${FOLDER}/key.pem
umask 022
if ! command -v dockerd >/dev/null 2>&1; then
  echo "Installing the container engine."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends docker.io iptables ca-certificates >/dev/null
fi
if [ -d /run/systemd/system ]; then
  mkdir -p /etc/systemd/system/docker.service.d
  printf '[Service]\\nExecStart=\\nExecStart=/usr/sbin/dockerd ${arguments_}\\n' > /etc/systemd/system/docker.service.d/slipway.conf
  systemctl disable --now docker.socket >/dev/null 2>&1 || true
  systemctl daemon-reload
  systemctl enable docker >/dev/null 2>&1 || true
  systemctl restart docker
else
  ${stopEngine}
  setsid dockerd ${arguments_} > /var/log/slipway-dockerd.log 2>&1 < /dev/null &
fi
echo "The container engine is starting."
`;
}

const stopEngine = `if [ -s /var/run/docker.pid ]; then
    kill "$(cat /var/run/docker.pid)" 2>/dev/null || true
    for _ in $(seq 100); do kill -0 "$(cat /var/run/docker.pid 2>/dev/null || echo 0)" 2>/dev/null || break; sleep 0.1; done
    rm -f /var/run/docker.pid
  fi`;

/**
 * Removes everything of the host: containers, images, networks, certificates. Does nothing on another host's machine.
 */
export function wipeScript({ hostId, quoted }: Pick<InstallInput, 'hostId' | 'quoted'>): string {
  return `set -eu
if [ -s ${FOLDER}/host ] && [ "$(cat ${FOLDER}/host)" != ${quoted(hostId)} ]; then exit 0; fi
if command -v docker >/dev/null 2>&1 && docker version >/dev/null 2>&1; then
  ids=$(docker ps -aq); [ -z "$ids" ] || docker rm -fv $ids >/dev/null
  docker network prune -f >/dev/null
fi
if [ -d /run/systemd/system ]; then
  systemctl disable --now docker >/dev/null 2>&1 || true
  rm -f /etc/systemd/system/docker.service.d/slipway.conf
  systemctl daemon-reload
else
  ${stopEngine}
fi
for mounted in $(grep -o ' /var/lib/docker/[^ ]*' /proc/mounts | sort -r); do umount "$mounted" 2>/dev/null || true; done
rm -rf /var/lib/docker/* ${FOLDER} /var/log/slipway-dockerd.log
`;
}
