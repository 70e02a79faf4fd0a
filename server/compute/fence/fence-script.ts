import { SPECIAL_IPV4, SPECIAL_IPV6 } from '../../platform/special-ranges.ts';
import { bridgePrefix, installationCode } from '../bridges.ts';

/** Over which the nodes of a swarm exchange what goes through overlays: packets that nothing authenticates. */
const VXLAN_PORT = 4789;

export interface Fence {
  installationId: string;
  /** Ports of the machine that containers may reach like anyone else: the gateways' and the published ones. */
  publicPorts: number[];
  /** Ranges of published ports, such as `[[32768, 60999]]`. */
  publicRanges: [from: number, to: number][];
  /** Private and special ranges open to and from containers, such as `10.1.0.0/16`. */
  allow: string[];
}

/** Bridges whose names don't say which installation they belong to. */
export interface UnmarkedBridges {
  ours: string[];
  /** While one of them has only the chain of an earlier version, that chain stays. */
  others: string[];
}

/** The installation's own chains: traffic to the machine, out of its networks, and into them. */
export function chainNames(installationId: string): { input: string; egress: string; ingress: string } {
  const chain = `SLIPWAY-${installationCode(installationId)}`;
  return { input: `${chain}-INPUT`, egress: `${chain}-EGRESS`, ingress: `${chain}-INGRESS` };
}

interface Family {
  icmp: string;
  special: string[];
  allow: string[];
  /** Placeholder for the rules of this machine's own resolvers. */
  resolvers: string;
}

/**
 * A shell script, run as root, that sets one installation's rules on a machine. Repeatable: chains are replaced in one
 * step, and those of other installations are left alone.
 */
export function fenceScript(fence: Fence, { ours, others }: UnmarkedBridges): string {
  const bridges = [`${bridgePrefix(fence.installationId)}+`, ...ours];
  const { input, egress, ingress } = chainNames(fence.installationId);
  const allow = (isFamily: (range: string) => boolean) => fence.allow.filter(isFamily);
  const isIpv6 = (range: string) => range.includes(':');
  const ipv4 = { icmp: 'icmp', special: SPECIAL_IPV4, allow: allow((range) => !isIpv6(range)), resolvers: '@ipv4' };
  const ipv6 = { icmp: 'ipv6-icmp', special: SPECIAL_IPV6, allow: allow(isIpv6), resolvers: '@ipv6' };
  return `set -eu
export PATH="$PATH:/usr/sbin:/sbin"
# Engines ask a resolver from the container, wherever it is: what this machine asks stays open, for questions only.
resolvers() {
  cat /etc/resolv.conf /run/systemd/resolve/resolv.conf 2>/dev/null | sed -n 's/^nameserver[[:space:]]*\\([0-9a-fA-F.:]*\\).*/\\1/p'
  tr -d ' \\n\\t' 2>/dev/null < /etc/docker/daemon.json | sed -n 's/.*"dns":\\[\\([^]]*\\)\\].*/\\1/p' | tr -d '"' | tr ',' '\\n'
}
questions() {
  resolvers | sort -u | while read -r address; do
    case "$address" in 127.*|::1|'') continue ;; *:*) family=ipv6 ;; *) family=ipv4 ;; esac
    [ "$family" = "$1" ] || continue
    echo "-A ${egress} -d $address -p udp --dport 53 -j RETURN"
    echo "-A ${egress} -d $address -p tcp --dport 53 -j RETURN"
  done
}
lay() { while read -r line; do case "$line" in @*) questions "\${line#@}" ;; *) echo "$line" ;; esac; done | "$1-restore" --noflush -w 10; }
# jump <command> <from> <chain> <-i or -o> <bridge…>: from these bridges, and from no other.
jump() {
  tables=$1 from=$2 chain=$3 side=$4; shift 4
  for bridge in "$@"; do
    "$tables" -w 10 -C "$from" "$side" "$bridge" -j "$chain" 2>/dev/null || "$tables" -w 10 -I "$from" 1 "$side" "$bridge" -j "$chain"
  done
  "$tables" -w 10 -S "$from" | while read -r verb parent way bridge rest; do
    [ "$rest" = "-j $chain" ] || continue
    case " $* " in *" $bridge "*) ;; *) "$tables" -w 10 -D "$parent" "$way" "$bridge" -j "$chain" ;; esac
  done
}
lay iptables <<'END'
${rules(fence, bridges, ipv4)}
END
# Docker makes it at its start; made here as well, so that the order of starts does not matter.
iptables -w 10 -N DOCKER-USER 2>/dev/null || true
jump iptables INPUT ${input} -i ${bridges.join(' ')}
jump iptables DOCKER-USER ${egress} -i ${bridges.join(' ')}
jump iptables DOCKER-USER ${ingress} -o ${bridges.join(' ')}
if [ -e /proc/net/if_inet6 ]; then
lay ip6tables <<'END'
${rules(fence, bridges, ipv6)}
END
jump ip6tables INPUT ${input} -i ${bridges.join(' ')}
jump ip6tables FORWARD ${egress} -i ${bridges.join(' ')}
jump ip6tables FORWARD ${ingress} -o ${bridges.join(' ')}
fi
${withdrawEarlierVersion(others)}`;
}

function rules(fence: Fence, bridges: string[], { icmp, special, allow, resolvers }: Family): string {
  const { input, egress, ingress } = chainNames(fence.installationId);
  const open = [...fence.publicPorts.map(String), ...fence.publicRanges.map(([from, to]) => `${from}:${to}`)];
  const answers = '-m conntrack --ctstate ESTABLISHED,RELATED -j RETURN';
  return [
    '*filter',
    ...[input, egress, ingress].map((chain) => `:${chain} - [0:0]`),
    `-A ${input} -p udp --dport ${VXLAN_PORT} -j REJECT`,
    // Let answers to the machine's own connections (gateway → container) pass, and ping, which path MTU discovery
    // needs.
    `-A ${input} ${answers}`,
    `-A ${input} -p ${icmp} -j RETURN`,
    ...open.map((some) => `-A ${input} -p tcp --dport ${some} -j RETURN`),
    `-A ${input} -j REJECT`,
    // Whoever sends to this port of any node writes into the overlay of any organization.
    `-A ${egress} -p udp --dport ${VXLAN_PORT} -j REJECT`,
    `-A ${egress} ${answers}`,
    // Docker itself keeps our own networks apart.
    ...bridges.map((bridge) => `-A ${egress} -o ${bridge} -j RETURN`),
    resolvers,
    ...allow.map((range) => `-A ${egress} -d ${range} -j RETURN`),
    ...special.map((range) => `-A ${egress} -d ${range} -j REJECT`),
    `-A ${ingress} -p udp --dport ${VXLAN_PORT} -j DROP`,
    `-A ${ingress} ${answers}`,
    // Published ports are meant to be reached: a host's agents, from the control plane's network.
    `-A ${ingress} -m conntrack --ctstate DNAT -j RETURN`,
    ...bridges.map((bridge) => `-A ${ingress} -i ${bridge} -j RETURN`),
    ...allow.map((range) => `-A ${ingress} -s ${range} -j RETURN`),
    ...special.map((range) => `-A ${ingress} -s ${range} -j DROP`),
    'COMMIT',
  ].join('\n');
}

/** Earlier versions had the same chains for every installation. Remove them once no network needs them. */
function withdrawEarlierVersion(others: string[]): string {
  const isFenced = (bridge: string) =>
    `iptables -w 10 -S INPUT | grep -Eq -- '-i ${bridge} -j SLIPWAY-[0-9a-z]{5}-INPUT'`;
  return `if iptables -w 10 -S SLIPWAY-INPUT >/dev/null 2>&1 && ${['true', ...others.map(isFenced)].join(' && ')}; then
  iptables -w 10 -D INPUT -i slip+ -j SLIPWAY-INPUT 2>/dev/null || true
  iptables -w 10 -D DOCKER-USER -i slip+ -j SLIPWAY-FORWARD 2>/dev/null || true
  for chain in SLIPWAY-INPUT SLIPWAY-FORWARD; do iptables -w 10 -F $chain && iptables -w 10 -X $chain; done 2>/dev/null || true
fi
`;
}

/** Removes one installation's rules and nobody else's. */
export function withdrawScript(installationId: string): string {
  const chains = Object.values(chainNames(installationId));
  return `export PATH="$PATH:/usr/sbin:/sbin"
for tables in iptables ip6tables; do
  for from in INPUT DOCKER-USER FORWARD; do
    "$tables" -w 10 -S "$from" 2>/dev/null | while read -r verb parent rule; do
      case "$rule" in *" -j SLIPWAY-${installationCode(installationId)}-"*) "$tables" -w 10 -D "$parent" $rule ;; esac
    done
  done
  for chain in ${chains.join(' ')}; do "$tables" -w 10 -F $chain && "$tables" -w 10 -X $chain; done 2>/dev/null
done
true
`;
}
