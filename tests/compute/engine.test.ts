import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineEvent } from '#server/compute/engine.ts';
import { createEngines } from '#server/compute/engines.ts';
import { engine, images, Laboratory, shell } from './support.ts';

const laboratory = new Laboratory();
let image: string;
let box: string;

beforeAll(async () => {
  await laboratory.open();
  image = await laboratory.image();
  box = (await laboratory.workspace({ image })).name;
});
afterAll(() => laboratory.close());

describe('the engine', () => {
  test('answers and describes itself', async () => {
    await engine.ping();
    const info = await engine.info();
    expect(info.cpuCores).toBeGreaterThan(0);
    expect(info.memoryMb).toBeGreaterThan(500);
  });

  test('is unreachable, not silent, when nobody listens', async () => {
    const nowhere = createEngines({ engines: [{ id: 'x', socketPath: '/nonexistent/docker.sock' }] }).get('x');
    await expect(nowhere.ping()).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(nowhere.events(new AbortController().signal)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('networks are made once, and found by label', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => engine.ensureNetwork({ name: laboratory.network })));
    expect(first).toBe(second);
    const found = await engine.listNetworks({ 'slipway.test': 'images' });
    expect(found.map((network) => network.name)).toContain(laboratory.network);
    await expect(engine.removeNetwork(laboratory.network)).rejects.toMatchObject({ kind: 'conflict' });
    await engine.removeNetwork('slipway-no-such-network');
  });
});

describe('a container', () => {
  test('is inspected with its limits, labels, environment and address', async () => {
    const state = await engine.inspect(box);
    expect(state).toMatchObject({
      name: box,
      running: true,
      status: 'running',
      exitCode: null,
      cpuCores: 1,
      memoryMb: 1024,
    });
    expect(state.labels['slipway.test']).toBe('images');
    expect(state.env.SLIPWAY_WORKSPACE_ID).toBe(box);
    expect(state.ipAddresses[laboratory.network]).toMatch(/^10\./);
    expect(state.startedAt?.getTime()).toBeGreaterThan(state.createdAt.getTime());
    const listed = await engine.list({ 'slipway.test': 'images' });
    expect(listed.find((container) => container.name === box)).toMatchObject({ running: true, id: state.id });
  });

  test('is not-found, a conflict or offline, by kind', async () => {
    await expect(engine.inspect('slipway-no-such')).rejects.toMatchObject({ kind: 'not-found' });
    await expect(engine.start('slipway-no-such')).rejects.toMatchObject({ kind: 'not-found' });
    const spec = { image, network: laboratory.network, cpuCores: 1, memoryMb: 256 };
    await expect(engine.createContainer({ ...spec, name: box })).rejects.toMatchObject({ kind: 'conflict' });
    const absent = { ...spec, name: laboratory.name(), image: 'slipway/no-such:1' };
    await expect(engine.createContainer(absent)).rejects.toMatchObject({ kind: 'not-found' });
    await engine.remove('slipway-no-such');
  });

  test('is frozen with its memory and thawed, as often as one likes; a stop reaches it in between', async () => {
    const { name } = await laboratory.workspace({ image });
    await expect.poll(() => engine.logs(name)).toContain('has started');
    await engine.freeze(name);
    await engine.freeze(name);
    expect(await engine.inspect(name)).toMatchObject({ status: 'paused', running: true, maySwap: true });
    await expect(shell(name, 'true')).rejects.toMatchObject({ kind: 'offline' });
    await engine.thaw(name);
    await engine.thaw(name);
    expect(await engine.inspect(name)).toMatchObject({ status: 'running' });
    await engine.freeze(name);
    await engine.stop(name);
    // Its own answer to the signal, not that of a kill.
    expect(await engine.inspect(name)).toMatchObject({ running: false, exitCode: 0 });
    await expect(engine.freeze(name)).rejects.toMatchObject({ kind: 'offline' });
    await expect(engine.thaw(name)).rejects.toMatchObject({ kind: 'offline' });
    await expect(engine.freeze('slipway-no-such')).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('start, stop and kill can be repeated, and stopped is offline', async () => {
    const { name } = await laboratory.workspace({ image });
    await engine.start(name);
    // A signal that comes before the first process has taken its handlers is lost: the kernel's rule for PID 1.
    await expect.poll(() => engine.logs(name)).toContain('has started');
    await engine.stop(name);
    await engine.stop(name);
    await engine.kill(name);
    const state = await engine.inspect(name);
    expect(state).toMatchObject({ running: false, status: 'exited', exitCode: 0, oomKilled: false });
    expect(state.finishedAt).not.toBeNull();
    await expect(engine.exec(name, { command: ['true'] })).rejects.toMatchObject({ kind: 'offline' });
    await expect(engine.dial(name, 80)).rejects.toMatchObject({ kind: 'offline' });
    await engine.start(name);
    expect(await shell(name, 'echo back')).toBe('back');
    await engine.remove(name);
    await engine.remove(name);
  });

  test('takes new limits while it runs', async () => {
    await engine.update(box, { cpuCores: 0.5, memoryMb: 768 });
    expect(await engine.inspect(box)).toMatchObject({ cpuCores: 0.5, memoryMb: 768, running: true });
    const limit = await shell(
      box,
      'cat /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null || cat /sys/fs/cgroup/memory.max',
    );
    expect(Number(limit)).toBe(768 * 2 ** 20);
    await engine.update(box, { cpuCores: 1, memoryMb: 1024 });
  });

  test('gets all the cores there are when it is to have more', async () => {
    const { cpuCores } = await engine.info();
    await engine.update(box, { cpuCores: cpuCores + 2 });
    expect(await engine.inspect(box)).toMatchObject({ cpuCores, memoryMb: 1024 });
    await engine.update(box, { cpuCores: 1 });
    const { name: big } = await laboratory.workspace({ image, cpuCores: cpuCores + 2 });
    expect(await engine.inspect(big)).toMatchObject({ cpuCores, running: true });
    await engine.remove(big);
  });

  test('reports what it uses', async () => {
    await shell(box, 'head -c 5000000 /dev/urandom > ~/five-megabytes');
    const stats = await engine.stats(box, { disk: true });
    expect(stats.memoryBytes).toBeGreaterThan(100_000);
    expect(stats.memoryLimitBytes).toBe(1024 * 2 ** 20);
    expect(stats.diskBytes).toBeGreaterThanOrEqual(5_000_000);
    expect((await engine.stats(box)).diskBytes).toBeNull();
  });

  test('publishes ports and keeps a tail of its log', async () => {
    const { name } = await laboratory.workspace({
      image,
      publishedPorts: [{ containerPort: 3000, hostAddress: '127.0.0.1' }],
    });
    const { publishedPorts } = await engine.inspect(name);
    expect(publishedPorts).toHaveLength(1);
    expect(publishedPorts[0]).toMatchObject({ containerPort: 3000, hostAddress: '127.0.0.1', protocol: 'tcp' });
    expect(publishedPorts[0]!.hostPort).toBeGreaterThan(0);
    await expect.poll(() => engine.logs(name)).toContain(`workspace ${name} has started`);
    expect((await engine.logs(name, { tail: 1 })).trim().split('\n')).toHaveLength(1);
  });

  test('holds no more privileges than sudo and apt need', async () => {
    expect(await shell(box, 'sudo whoami')).toBe('root');
    // Everything but CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, NET_BIND_SERVICE, SYS_CHROOT, AUDIT_WRITE, SETFCAP.
    expect(await shell(box, "sudo sed -n 's/^CapBnd:[[:space:]]*//p' /proc/self/status")).toBe('00000000a00404fb');
    await expect(shell(box, 'sudo mount -t tmpfs none /mnt')).rejects.toThrow();
  });
});

describe('exec', () => {
  test('gives exit codes, both outputs apart, user, folder and environment', async () => {
    const command = ['bash', '-c', 'echo out; echo err >&2; echo "$(whoami) $PWD $COLOUR"; exit 42'];
    const result = await engine.run(box, { command, cwd: '/tmp', env: { COLOUR: 'blue' } });
    expect(result).toEqual({ exitCode: 42, stdout: 'out\ndev /tmp blue\n', stderr: 'err\n' });
    const root = await engine.run(box, { command: ['whoami'], user: 'root' });
    expect(root.stdout).toBe('root\n');
    expect((await engine.run(box, { command: ['bash', '-c', 'kill -KILL $$'] })).exitCode).toBe(137);
    expect((await engine.run(box, { command: ['no-such-program'] })).exitCode).toBe(126);
  });

  test('lets output go on after the end of input', async () => {
    const session = await engine.exec(box, { command: ['bash', '-c', 'wc -c; sleep 0.3; echo late'] });
    session.stdin.end(Buffer.alloc(3_000_000, 'x'));
    session.stderr.resume();
    expect(await text(session.stdout)).toBe('3000000\nlate\n');
    expect(await session.exitCode).toBe(0);
  });

  test('loses nothing of a large output, nor of the last words, however slowly it is read', async () => {
    const session = await engine.exec(box, {
      command: ['bash', '-c', 'head -c 20000000 /dev/zero; echo end >&2; echo end'],
    });
    session.stdin.end();
    let bytes = 0;
    const errors = text(session.stderr);
    for await (const chunk of session.stdout) {
      bytes += (chunk as Buffer).length;
      if (bytes % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(bytes).toBe(20_000_004);
    expect(await errors).toBe('end\n');
    expect(await session.exitCode).toBe(0);
  });

  test('gives a terminal of the asked size, that can be resized and ended with ^D', async () => {
    const command = ['bash', '-c', 'stty size; read line; stty size; cat; echo goodbye'];
    const session = await engine.exec(box, { command, tty: true, cols: 91, rows: 33 });
    let seen = '';
    session.stdout.on('data', (chunk) => {
      seen += chunk;
    });
    await expect.poll(() => seen).toContain('33 91');
    await session.resize({ cols: 120, rows: 40 });
    session.stdin.write('go\n');
    await expect.poll(() => seen).toContain('40 120');
    session.stdin.end();
    expect(await session.exitCode).toBe(0);
    await expect.poll(() => seen).toContain('goodbye');
  });

  test('signals a session, and only that one', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => engine.exec(box, { command: ['bash', '-c', 'sleep 300 & echo up; wait'] })),
    );
    for (const session of [one!, other!]) {
      session.stderr.resume();
      await new Promise((resolve) => session.stdout.once('data', resolve));
    }
    await one!.kill('HUP');
    expect(await one!.exitCode).toBe(129);
    const count = () => shell(box, 'pgrep -c sleep || true');
    await expect.poll(count).toBe('1');
    await other!.kill('KILL');
    expect(await other!.exitCode).toBe(137);
    await expect.poll(count).toBe('0');
    await other!.kill('TERM');
  });

  test('ends a run that takes too long', async () => {
    const run = engine.run(box, { command: ['sleep', '301'] }, { timeoutMs: 300 });
    await expect(run).rejects.toMatchObject({ kind: 'timeout' });
    await expect.poll(() => shell(box, 'pgrep -fc "[s]leep 301" || true')).toBe('0');
  });
});

describe('events', () => {
  test('tell of start, death with its code, and a memory kill', async () => {
    const events: EngineEvent[] = [];
    const controller = new AbortController();
    const heard = await engine.events(controller.signal);
    const listening = (async () => {
      for await (const event of heard) events.push(event);
    })();
    const { name } = await laboratory.workspace({ image, memoryMb: 128 });
    const of = (kind: EngineEvent['kind']) =>
      events.find((event) => event.kind === kind && event.containerName === name);
    await expect.poll(() => of('start')).toBeDefined();
    expect(of('start')!.labels['slipway.test']).toBe('images');

    const eater = await engine.run(name, {
      command: ['node', '-e', 'const a = []; for (;;) a.push(Buffer.alloc(1e6, 1))'],
    });
    expect(eater.exitCode).toBe(137);
    await expect.poll(() => of('oom')).toBeDefined();
    await engine.kill(name);
    await expect.poll(() => of('die')?.exitCode).toBe(137);
    controller.abort();
    await listening;
  });

  test('a main process killed for its memory shows in the state', async () => {
    const name = laboratory.name();
    const command = ['node', '-e', 'const a = []; for (;;) a.push(Buffer.alloc(1e6, 1))'];
    const spec = { name, image, network: laboratory.network, cpuCores: 1, memoryMb: 64 };
    await engine.createContainer({ ...spec, labels: { 'slipway.test': 'images' }, command });
    await engine.start(name);
    await expect.poll(async () => (await engine.inspect(name)).running).toBe(false);
    expect(await engine.inspect(name)).toMatchObject({ exitCode: 137, oomKilled: true });
  });
});

describe('images of containers', () => {
  test('a commit keeps the files, carries labels, and can be removed', async () => {
    await shell(box, 'echo kept > ~/project/file');
    const snapshot = laboratory.snapshot();
    const { sizeBytes } = await engine.commit(box, snapshot, { 'slipway.snapshot': 'a "quoted" one' });
    expect(sizeBytes).toBeGreaterThan(100_000_000);
    expect(await engine.imageExists(snapshot)).toBe(true);
    expect(await engine.imageSize(snapshot)).toBe(sizeBytes);
    const secret = await engine.createContainer({
      name: laboratory.name(),
      image: snapshot,
      network: laboratory.network,
      cpuCores: 1,
      memoryMb: 64,
    });
    expect((await engine.inspect(secret.id)).env.SLIPWAY_AGENT_TOKEN).toBe('');
    await engine.remove(secret.id);
    const listed = await engine.listImages({ 'slipway.snapshot': 'a "quoted" one' });
    expect(listed.flatMap((found) => found.tags)).toContain(snapshot);
    const copy = await laboratory.workspace({ image: snapshot });
    expect(await shell(copy.name, 'cat ~/project/file')).toBe('kept');
    await engine.remove(copy.name);
    await engine.removeImage(snapshot);
    await engine.removeImage(snapshot);
    expect(await engine.imageExists(snapshot)).toBe(false);
  });

  test('what is saved goes whole into a process that takes it slowly', async () => {
    const probe = await images.ensureProbe(engine);
    const { length } = await buffer(await engine.saveImage(probe));
    for (let i = 0; i < 20; i++) {
      const session = await engine.exec(box, { command: ['bash', '-c', 'sleep 0.05; wc -c'] });
      (await engine.saveImage(probe)).pipe(session.stdin);
      expect(Number(await text(session.stdout))).toBe(length);
    }
  }, 30_000);
});
