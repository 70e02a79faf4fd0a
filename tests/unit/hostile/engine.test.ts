import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDockerEngine } from '#server/compute/docker-engine.ts';
import type { Engine } from '#server/compute/engine.ts';
import { makeCertificates } from '#server/compute/providers/certificates.ts';
import { fc } from '#tests/support/fast-check.ts';
import { playServer, scripts, settled } from '#tests/support/hostile.ts';
import { collectUncaught } from '#tests/support/uncaught.ts';

const CRLF = '\r\n';
/** Long enough for an answer that comes at once, short enough for the many that never do. */
const TIMEOUT_MS = 40;

let played: Awaited<ReturnType<typeof playServer>>;
let engine: Engine;
let uncaught: ReturnType<typeof collectUncaught>;
beforeAll(async () => {
  const { ca, server, client } = await makeCertificates();
  played = await playServer({ tls: { ca, ...server, requestCert: true } });
  const address = { host: '127.0.0.1', port: played.port, ca, ...client };
  engine = createDockerEngine({ id: 'hostile', remote: address });
  uncaught = collectUncaught();
});
beforeEach(() => void uncaught.errors.splice(0));
afterAll(async () => {
  uncaught.end();
  engine.close();
  await played.close();
});

const status = fc.constantFrom(
  '200 OK',
  '201 Created',
  '204 No Content',
  '304 Not Modified',
  '404 No',
  '500 O\x01K',
  '099',
  '101 UPGRADED',
);
const header = fc.constantFrom(
  'Content-Type: application/json',
  'Transfer-Encoding: chunked',
  'Content-Length: 9',
  'Content-Length: -1',
  'Upgrade: tcp',
  'Connection: Upgrade',
  'Content-Type: \x00',
);
const heads = fc.oneof(
  fc
    .tuple(status, fc.array(header, { maxLength: 3 }))
    .map(([line, lines]) => [`HTTP/1.1 ${line}`, ...lines, '', ''].join(CRLF)),
  fc.json().map((json) => `${json}\n`),
  fc.json().map((json) => `${(Buffer.byteLength(json) + 1).toString(16)}${CRLF}${json}\n${CRLF}`),
  fc.constantFrom(
    '{"Id":"x"}',
    '[{}]',
    '{"status":1,"error":{}}\n',
    'null\n',
    '{"Action":"die","Actor":null}\n',
    `0${CRLF}${CRLF}`,
  ),
  // Frames of an attached stream: stdout, stderr, and one that says it is longer than all there is.
  fc.constantFrom('\x01\0\0\0\0\0\0\x03abc', '\x02\0\0\0\0\0\0\x00', '\x01\0\0\0\xff\xff\xff\xff', '\x01\0\0'),
);

const limit = { timeoutMs: TIMEOUT_MS };
const CALLS: Record<string, () => Promise<unknown>> = {
  ping: () => engine.ping(limit),
  info: () => engine.info(limit),
  inspect: () => engine.inspect('x', limit),
  list: () => engine.list({}, limit),
  logs: () => engine.logs('x', limit),
  stats: () => engine.stats('x', { ...limit, disk: true }),
  dial: () => engine.dial('x', 80, limit).then((stream) => stream.destroy()),
  run: () => engine.run('x', { command: ['true'], input: 'in', onOutput: () => undefined }, limit),
  exec: async () => {
    const session = await engine.exec('x', { command: ['true'] }, limit);
    session.stdin.write('something');
    session.resize({ cols: 80, rows: 24 }).catch(() => undefined);
    session.stdout.resume();
    session.stderr.resume();
    await session.exitCode;
  },
  terminal: async () => {
    const { stdout, stderr } = await engine.exec('x', { command: ['true'], tty: true, cols: 80, rows: 24 }, limit);
    await Promise.all([finished(stdout.resume()), finished(stderr)]);
  },
  events: async () => {
    for await (const event of await engine.events(AbortSignal.timeout(TIMEOUT_MS))) void event;
  },
  pull: () => engine.pullImage('x', { ...limit, onOutput: () => undefined, onPercent: () => undefined }),
  push: () => engine.pushImage('x', { ...limit, onOutput: () => undefined }),
  import: () => engine.importImage(Readable.from(['tar']), 'x', limit),
  networks: () => engine.ensureNetwork({ name: 'x' } as Parameters<Engine['ensureNetwork']>[0], limit),
  create: () =>
    engine.createContainer({ name: 'x', image: 'x', network: 'x' } as Parameters<Engine['createContainer']>[0], limit),
};

test.each(Object.keys(CALLS))('whatever an engine answers, %s ends, and throws nothing at nobody', async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.array(scripts(heads), { minLength: 1, maxLength: 3 }), async (answers) => {
      played.play(answers);
      const cut = setTimeout(() => played.cut(), TIMEOUT_MS);
      await CALLS[name]?.().catch((error: unknown) => expect(error).toBeInstanceOf(Error));
      clearTimeout(cut);
      played.cut();
      await settled();
      expect(uncaught.errors).toEqual([]);
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

test('a connection that breaks while output is followed line by line is told to the caller alone', async () => {
  const upgraded = {
    pieces: [
      Buffer.from(
        ['HTTP/1.1 101 UPGRADED', 'Connection: Upgrade', 'Upgrade: tcp', '', '\x01\0\0\0\0\0\0\x05line\n'].join(CRLF),
        'latin1',
      ),
    ],
    end: 'reset' as const,
  };
  const made = {
    pieces: [Buffer.from(['HTTP/1.1 201 Created', 'Content-Length: 10', '', '{"Id":"x"}'].join(CRLF))],
    end: 'end' as const,
  };
  for (let time = 0; time < 20; time += 1) {
    played.play([made, upgraded]);
    const running = engine.run('x', { command: ['true'], onOutput: () => undefined }, { timeoutMs: 5_000 });
    await expect(running).rejects.toThrow();
    await settled();
  }
  expect(uncaught.errors).toEqual([]);
});

test('one that breaks in the middle of a pull is told to the caller alone, and what is no JSON is read past', async () => {
  const head = ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', ''].join(CRLF);
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}${CRLF}${text}${CRLF}`;
  const half = {
    pieces: [Buffer.from(head + chunk('{"status":"Pulling"}\n') + chunk('{ no json\n'))],
    end: 'reset' as const,
  };
  played.play([half]);
  await expect(engine.pullImage('x', { timeoutMs: 5_000 })).rejects.toThrow();
  const lines: string[] = [];
  const whole = {
    pieces: [Buffer.from(`${head}${chunk('no json\n{"status":"Done"}\n')}0${CRLF}${CRLF}`)],
    end: 'end' as const,
  };
  played.play([whole]);
  await engine.pullImage('x', { timeoutMs: 5_000, onOutput: (line) => lines.push(line) });
  expect(lines).toEqual(['Done']);
  expect(uncaught.errors).toEqual([]);
});

test('a line that never ends is told in pieces', async () => {
  const { eachLine } = await import('#server/compute/each-line.ts');
  const told: number[] = [];
  const endless = Readable.from(Array.from({ length: 70 }, () => Buffer.alloc(64 * 1024, 'x')));
  await eachLine(endless, (line) => told.push(line.length));
  expect(told.length).toBeGreaterThan(1);
  expect(told.reduce((sum, length) => sum + length, 0)).toBe(70 * 64 * 1024);
});
