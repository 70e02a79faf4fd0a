import { OURS_FIRST } from './own-tools.ts';

/** A program that waits for connections in a workspace. */
export interface Listener {
  port: number;
  /** Its name as the kernel keeps it, at most 15 characters; null if it isn't the workspace user's. */
  program: string | null;
}

/**
 * Prints, to be run as `dev`: listening sockets (proc_pid_net(5)), the sockets of its own processes, their names, and
 * which of them are the web IDE's.
 */
export const LISTENING = `${OURS_FIRST}; cat /proc/net/tcp /proc/net/tcp6 2>/dev/null; echo ==
find /proc/[0-9]*/fd -lname 'socket:*' -printf '%h %l\\n' 2>/dev/null; echo ==
grep -a . /proc/[0-9]*/comm 2>/dev/null; echo ==
grep -al /code-server/ /proc/[0-9]*/cmdline 2>/dev/null; echo ==
find /proc/[0-9]*/exe -printf '%p %l\\n' 2>/dev/null; true`;

const LISTEN_STATE = '0A';
/** What Node.js 22 and later calls every program of its own; the file that runs says more. */
const MAIN_THREAD = 'MainThread';
/** 127.0.0.11, as the kernel prints it: Docker's own name server in every container. */
const NAME_SERVER = '0B00007F';
/** Debian gives lower numbers to system users. */
const FIRST_PERSON = 1000;

/**
 * Reads what `LISTENING` printed, by port. Left out is what the web IDE listens on for itself, and what belongs to
 * system users: the workspace's database.
 */
export function readListeners(output: string): Listener[] {
  const [sockets = '', owners = '', names = '', ide = '', files = ''] = output.split(/^==$/m);
  const fileOf = new Map(matches(files, /^\/proc\/(\d+)\/exe (?:.*\/)?([^/\n]+)$/gm));
  const nameOf = new Map(
    matches(names, /^\/proc\/(\d+)\/comm:(.*)$/gm).map(([pid, name]) => [
      pid,
      name === MAIN_THREAD ? (fileOf.get(pid) ?? name) : name,
    ]),
  );
  const ownerOf = new Map(
    matches(owners, /^\/proc\/(\d+)\/fd socket:\[(\d+)\]$/gm).map(([pid, inode]) => [inode, pid]),
  );
  const isIde = new Set(matches(ide, /^\/proc\/(\d+)\/(cmdline)$/gm).map(([pid]) => pid));
  const found = new Map<number, Listener>();
  for (const line of sockets.split('\n')) {
    const fields = line.trim().split(/\s+/);
    const [, local = '', , state, , , , uid, , inode = ''] = fields;
    const [address, digits = ''] = local.split(':');
    const port = Number.parseInt(digits, 16);
    const isSystem = Number(uid) > 0 && Number(uid) < FIRST_PERSON;
    if (state !== LISTEN_STATE || !Number.isInteger(port) || isSystem || address === NAME_SERVER) continue;
    const pid = ownerOf.get(inode);
    if (pid !== undefined && isIde.has(pid)) continue;
    const program = pid === undefined ? null : printable(nameOf.get(pid) ?? '');
    if (!found.get(port)?.program) found.set(port, { port, program });
  }
  return [...found.values()].sort((a, b) => a.port - b.port);
}

function matches(text: string, pattern: RegExp): [string, string][] {
  return [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second]);
}

/** Programs name themselves with whatever bytes they like. */
function printable(name: string): string | null {
  return (
    name
      .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '')
      .trim()
      .slice(0, 15) || null
  );
}
