import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dialAgent } from '#server/compute/dial-agent.ts';
import { isEngineError } from '#server/compute/engine-error.ts';
import { createSshTunnel } from '#server/compute/ssh-tunnel.ts';
import { fc } from '#tests/support/fast-check.ts';
import { playServer, scripts, settled } from '#tests/support/hostile.ts';
import { newKeyPair } from '#tests/support/ssh-key.ts';
import { collectUncaught } from '#tests/support/uncaught.ts';

const TIMEOUT_MS = 40;
let played: Awaited<ReturnType<typeof playServer>>;
let uncaught: ReturnType<typeof collectUncaught>;
beforeAll(async () => {
  played = await playServer({});
  uncaught = collectUncaught();
});
beforeEach(() => void uncaught.errors.splice(0));
afterAll(async () => {
  uncaught.end();
  await played.close();
});

const answers = fc.constantFrom(
  'OK\n',
  'OK\nand more',
  'O',
  'K\n',
  'OK\r\n',
  'ERR refused\n',
  'ERR denied\n',
  '\n',
  'HTTP/1.1 400\n',
  'x'.repeat(100),
);

test('whatever says it is an agent, dialling it ends in a stream or a reason, and its end is thrown at nobody', async () => {
  await fc.assert(
    fc.asyncProperty(scripts(answers), async (script) => {
      played.play([script]);
      const address = { host: '127.0.0.1', port: played.port, token: 'token' };
      const dialled = await dialAgent(address, 80, TIMEOUT_MS).catch((error: unknown) => error);
      // Nobody listens for its errors: whoever asked for it may be busy with something else.
      if (!isEngineError(dialled)) expect(dialled).toHaveProperty('write');
      played.cut();
      await settled();
      expect(uncaught.errors).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('whatever says it is the machine of a host, the tunnel to it ends in a reason', async () => {
  const { private: privateKey } = newKeyPair('ed25519', 256);
  const hello = fc.constantFrom(
    'SSH-2.0-x\r\n',
    'SSH-1.5-x\r\n',
    'banner\r\n',
    '\0\0\0\x0c\x0a\x14',
    '\xff\xff\xff\xff',
  );
  await fc.assert(
    fc.asyncProperty(scripts(hello), async (script) => {
      played.play([script]);
      const login = { host: '127.0.0.1', port: played.port, user: 'root', privateKey, hostKey: 'SHA256:x' };
      const tunnel = createSshTunnel(login);
      const cut = setTimeout(() => played.cut(), TIMEOUT_MS);
      const opened = await tunnel.open(80).catch((error: unknown) => error);
      expect(isEngineError(opened)).toBe(true);
      clearTimeout(cut);
      tunnel.close();
      played.cut();
      await settled();
      expect(uncaught.errors).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
