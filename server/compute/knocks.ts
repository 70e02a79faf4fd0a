import { readdir, readFile } from 'node:fs/promises';
import { AGENT_PORT } from './dial-agent.ts';

const ESTABLISHED = '01';
const SYN_RECEIVED = '03';
const MAPPED_IPV4 = '0000000000000000FFFF0000';

/** Connections of a container with others of its network, each with the bytes that wait in it unread. */
export type Connections = ReadonlyMap<string, number>;

/**
 * Reads a network namespace's table of connections (`/proc/<pid>/net/tcp` or `tcp6`), without its agent's, over which
 * gateways come, and without those to the outside. Organizations' networks are /24.
 */
export function parseConnections(table: string): Connections {
  const found = new Map<string, number>();
  for (const line of table.split('\n').slice(1)) {
    const [, local = '', remote = '', state = '', queues = ''] = line.trim().split(/\s+/);
    if (state !== ESTABLISHED && state !== SYN_RECEIVED) continue;
    const [here = '', port = ''] = asIpv4(local).split(':');
    const [there = ''] = asIpv4(remote).split(':');
    // In the byte order of the machine: the last octet comes first.
    const isNeighbour = here.length === 8 && here.slice(2) === there.slice(2) && !here.endsWith('7F');
    if (!isNeighbour || Number.parseInt(port, 16) === AGENT_PORT) continue;
    found.set(`${local} ${remote}`, Number.parseInt(queues.split(':')[1] ?? '', 16) || 0);
  }
  return found;
}

function asIpv4(address: string): string {
  return address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address;
}

/** Has a neighbour connected or sent something since? At the first look, whatever is unread counts. */
export function isKnock(before: Connections | undefined, now: Connections): boolean {
  for (const [connection, unread] of now) {
    if (before === undefined ? unread > 0 : unread > (before.get(connection) ?? -1)) return true;
  }
  return false;
}

/**
 * A process of each container whose processes this machine shows: those of its own engine, and of hosts that are
 * containers here. Elsewhere, as in a container of our own, none is found.
 */
export async function findProcesses(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const groups = await readFile(`/proc/${name}/cgroup`, 'utf8').catch(() => '');
    // A container in a container has both ids in its path.
    const id = groups.match(/[\da-f]{64}/g)?.at(-1);
    if (id && !found.has(id)) found.set(id, Number(name));
  }
  return found;
}

/** Null once the process is gone. */
export async function readConnections(pid: number): Promise<Connections | null> {
  try {
    const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')));
    return new Map(tables.flatMap((table) => [...parseConnections(table)]));
  } catch {
    return null;
  }
}
