import { expect, test } from 'vitest';
import { run } from '../../gateway/run.ts';

/** Makes objects of ssh2's native part, where it was built, until the collector has taken many of them. */
const COLLECT = `
let native = null;
try {
  native = require('ssh2/lib/protocol/crypto/build/Release/sshcrypto.node');
} catch {}
const [key, iv] = [Buffer.alloc(32), Buffer.alloc(16)];
let filling = [];
for (let each = 0; native && each < 20_000; each += 1) {
  new native.GenericDecipher('aes-256-ctr', key, iv, 'sha256', key, false, 32);
  filling.push(new Array(500).fill(each));
  if (filling.length > 2000) filling = [];
}
console.log('lives');`;

test('a process lives on when the collector takes ciphers of connections that have ended', async () => {
  const { code, stdout, stderr } = await run(process.execPath, ['--input-type=commonjs', '-e', COLLECT]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout.toString()).toBe('lives\n');
});
