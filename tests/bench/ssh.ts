import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { background, engine, listening } from '#tests/gateway/container.ts';
import { type Ended, run } from '#tests/gateway/run.ts';
import { SSH_PORT, type Stage } from './stage.ts';
import { percentile, type Row } from './table.ts';

const COMMANDS = 20;
const COPIES = 3;
const BYTES = 200_000_000;
const SSHD_PORT = 2222;

/** `ssh true` and a copy of 200 MB each way, through the gateway and with an sshd inside the same container. */
export async function benchSsh(stage: Stage): Promise<Row[]> {
  const { ssh, me, address, folder } = stage;
  const installed = await installSshd(stage);
  const options = ssh.options(me);
  const theirs = options.map((option) =>
    option === 'StrictHostKeyChecking=yes' ? 'StrictHostKeyChecking=no' : option,
  );
  const sides = {
    ours: { options, port: SSH_PORT, at: 'box@127.0.0.1' },
    sshd: { options: theirs, port: SSHD_PORT, at: `dev@${address}` },
  };
  const names = installed ? (['ours', 'sshd'] as const) : (['ours'] as const);
  const file = path.join(folder, 'data');
  await writeFile(file, randomBytes(BYTES));

  const taken = { ours: new Times(), sshd: new Times() };
  for (let turn = 0; turn < COMMANDS; turn++) {
    for (const name of names) {
      const { options, port, at } = sides[name];
      await taken[name].take('command', () => run('ssh', [...options, '-p', String(port), at, 'true']));
    }
  }
  for (let turn = 0; turn < COPIES; turn++) {
    for (const name of names) {
      const { options, port, at } = sides[name];
      const remote = `${at}:/home/dev/copy`;
      await taken[name].take('up', () => run('scp', [...options, '-P', String(port), file, remote]));
      await taken[name].take('down', () => run('scp', [...options, '-P', String(port), remote, `${file}.back`]));
    }
  }
  const row = (what: string, kind: Kind, aim: string): Row => ({
    what,
    unit: 's',
    ours: taken.ours.median(kind),
    against: 'sshd in the container',
    reference: installed ? taken.sshd.median(kind) : null,
    aim,
    ...(installed ? {} : { note: 'openssh-server could not be installed in the container' }),
  });
  return [
    row('ssh true', 'command', '≤ 0.7 ×'),
    row('scp 200 MB up', 'up', '≤ 1.15 ×'),
    row('scp 200 MB down', 'down', '≤ 1.15 ×'),
  ];
}

type Kind = 'command' | 'up' | 'down';

class Times {
  readonly #seconds: Record<Kind, number[]> = { command: [], up: [], down: [] };

  async take(kind: Kind, work: () => Promise<Ended>): Promise<void> {
    const from = performance.now();
    const ended = await work();
    if (ended.code !== 0) throw new Error(`${kind} failed: ${ended.stderr}`);
    this.#seconds[kind].push((performance.now() - from) / 1000);
  }

  median(kind: Kind): number {
    return percentile(this.#seconds[kind], 0.5);
  }
}

async function installSshd({ container, me }: Stage): Promise<boolean> {
  const script = `apt-get update -qq && apt-get install -y -qq --no-install-recommends openssh-server >/dev/null 2>&1 || exit 1
mkdir -p /run/sshd ~dev/.ssh && echo "$KEY" > ~dev/.ssh/authorized_keys && chown -R dev:dev ~dev/.ssh && chmod 700 ~dev/.ssh
passwd -d dev >/dev/null; exit 0`;
  const request = { user: 'root', cwd: '/', command: ['bash', '-c', script], env: { KEY: me.key.publicKey } };
  if ((await engine.run(container.id, request, { timeoutMs: 180_000 })).exitCode !== 0) return false;
  await background(container.id, [
    'sudo',
    '/usr/sbin/sshd',
    '-D',
    '-p',
    String(SSHD_PORT),
    '-o',
    'PasswordAuthentication=no',
  ]);
  await listening(container.id, SSHD_PORT);
  return true;
}
