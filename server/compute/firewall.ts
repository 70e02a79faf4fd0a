import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface FirewallConfig {
  /** Ports of this machine that containers may reach like anybody else: those of the gateway and the published ones. */
  publicPorts?: number[];
  /** Ranges published ports are taken from, such as `[[32768, 60999]]`. */
  publicRanges?: Array<[from: number, to: number]>;
}

export interface FirewallReport {
  enforced: boolean;
  /** Why not, for the log. */
  reason: string | null;
}

const WORKSPACE_BRIDGES = 'slip+';
const CLOUD_METADATA = '169.254.0.0/16';
const INPUT_CHAIN = 'SLIPWAY-INPUT';
const FORWARD_CHAIN = 'SLIPWAY-FORWARD';

/**
 * Keeps containers on workspace networks away from cloud metadata (169.254.0.0/16) and from the ports of the machine itself;
 * DNS and the internet stay open (Docker itself keeps networks apart). Can be repeated: our chains are replaced in one step.
 * Without root or iptables nothing is changed, and the report says so.
 */
export async function enforceFirewall({
  publicPorts = [],
  publicRanges = [],
}: FirewallConfig = {}): Promise<FirewallReport> {
  if (process.getuid?.() !== 0) return { enforced: false, reason: 'setting firewall rules takes root' };
  try {
    await replaceChain(INPUT_CHAIN, inputRules(publicPorts, publicRanges));
    await jumpFrom('INPUT', INPUT_CHAIN);
    await replaceChain(FORWARD_CHAIN, [`-d ${CLOUD_METADATA} -j DROP`]);
    // Docker makes DOCKER-USER at its start; made here as well, so that the order of starts does not matter.
    await iptables('-N', 'DOCKER-USER').catch(() => undefined);
    await jumpFrom('DOCKER-USER', FORWARD_CHAIN);
    return { enforced: true, reason: null };
  } catch (error) {
    return { enforced: false, reason: (error as Error).message };
  }
}

/** Answers to connections made from the machine (gateway → container) must pass; so does ping, which path MTU needs. */
function inputRules(ports: number[], ranges: Array<[from: number, to: number]>): string[] {
  const open = [...ports.map(String), ...ranges.map(([from, to]) => `${from}:${to}`)];
  return [
    '-m conntrack --ctstate ESTABLISHED,RELATED -j RETURN',
    '-p icmp -j RETURN',
    ...open.map((some) => `-p tcp --dport ${some} -j RETURN`),
    '-j REJECT --reject-with icmp-port-unreachable',
  ];
}

/** One transaction of the kernel: no moment without rules. */
async function replaceChain(chain: string, rules: string[]): Promise<void> {
  const lines = ['*filter', `:${chain} - [0:0]`, ...rules.map((rule) => `-A ${chain} ${rule}`), 'COMMIT', ''];
  const running = promisify(execFile)('iptables-restore', ['--noflush', '-w', '10'], { timeout: 15_000 });
  running.child.stdin?.end(lines.join('\n'));
  await running;
}

async function jumpFrom(from: string, chain: string): Promise<void> {
  const rule = ['-i', WORKSPACE_BRIDGES, '-j', chain];
  await iptables('-C', from, ...rule).catch(() => iptables('-I', from, '1', ...rule));
}

/** Waits for the lock that dockerd takes when it changes rules. */
async function iptables(...args: string[]): Promise<void> {
  await promisify(execFile)('iptables', ['-w', '10', ...args], { timeout: 15_000 });
}
