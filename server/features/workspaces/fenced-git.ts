import { spawn } from 'node:child_process';

/** Of any file that git writes: a pack, above all. In the blocks of 512 bytes that `ulimit` counts. */
const MAX_FILE_BLOCKS = (64 * 1024 * 1024) / 512;
const MAX_MEMORY_KB = 2 * 1024 * 1024;
const MAX_CPU_SECONDS = 20;
const MAX_MESSAGE_CHARACTERS = 20_000;
/** A limit can't be set only where a lower one holds already. */
const FENCE = `{ ulimit -f ${MAX_FILE_BLOCKS}; ulimit -v ${MAX_MEMORY_KB}; ulimit -t ${MAX_CPU_SECONDS}; } 2>/dev/null
exec git "$@"`;

/** Nothing of this machine or its user: no configuration, no agent, no password to ask for, no way but https and ssh. */
const ENVIRONMENT = {
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  SSH_ASKPASS: '/bin/false',
  GIT_ALLOW_PROTOCOL: 'https:ssh',
  GIT_NO_LAZY_FETCH: '1',
};

export interface GitPlace {
  /** Where it works, and what it takes for its home. */
  folder: string;
  /** Git's settings, in the environment, where no list of processes shows them. */
  settings: Record<string, string>;
  /** What stands in for `ssh`. */
  sshCommand: string;
  signal: AbortSignal;
}

interface GitRequest {
  args: string[];
  input?: string;
  /** It is ended once it has written this much; what came until then is the answer. */
  maxBytes: number;
}

export interface GitAnswer {
  exitCode: number | null;
  stdout: Buffer;
  stderr: string;
  /** It wrote more than was wanted. */
  cut: boolean;
}

/**
 * Runs git on this machine with limits on memory, time and what it writes. @throws the signal's reason, Error if it can't
 * be started
 */
export async function runFencedGit(
  { folder, settings, sshCommand, signal }: GitPlace,
  { args, input = '', maxBytes }: GitRequest,
): Promise<GitAnswer> {
  signal.throwIfAborted();
  const entries = Object.entries(settings);
  const child = spawn('/bin/sh', ['-c', FENCE, 'git', ...args], {
    cwd: folder,
    // A group of its own, so that its helpers end with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...ENVIRONMENT,
      PATH: process.env.PATH,
      HOME: folder,
      GIT_SSH_COMMAND: sshCommand,
      GIT_SSH_VARIANT: 'ssh',
      GIT_CONFIG_COUNT: String(entries.length),
      ...Object.fromEntries(
        entries.flatMap(([name, value], index) => [
          [`GIT_CONFIG_KEY_${index}`, name],
          [`GIT_CONFIG_VALUE_${index}`, value],
        ]),
      ),
    },
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  };
  signal.addEventListener('abort', end, { once: true });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) end();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_MESSAGE_CHARACTERS);
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    return { exitCode, stdout: Buffer.concat(chunks).subarray(0, maxBytes), stderr, cut: bytes > maxBytes };
  } finally {
    signal.removeEventListener('abort', end);
  }
}
