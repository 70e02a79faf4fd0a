import { expect, test } from 'vitest';
import { readListeners } from '#server/features/workspaces/listeners.ts';
import { fc } from '#tests/support/fast-check.ts';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const socket = (local: string, { state = '0A', uid = 1000, inode = 1 } = {}) =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0 100 0 0 10 0`;

test('names each listening port with its program, but not the database, the name server, the IDE’s own, and open connections', () => {
  const output = [
    HEAD,
    socket('0100007F:1435', { inode: 11 }),
    socket('00000000:1F90', { uid: 0, inode: 12 }),
    socket('0100007F:1538', { uid: 101, inode: 13 }),
    socket('0100007F:9C40', { inode: 14 }),
    socket('0B00007F:AAA1', { uid: 0, inode: 17 }),
    socket('0100007F:1435', { state: '01', inode: 15 }),
    HEAD,
    socket('00000000000000000000000000000000:1435', { inode: 16 }),
    '==',
    '/proc/20/fd socket:[11]',
    '/proc/30/fd socket:[14]',
    '==',
    '/proc/20/comm:MainThread',
    '/proc/30/comm:node',
    '==',
    '/proc/30/cmdline',
    '==',
    '/proc/20/exe /usr/local/lib/node 22/bin/node',
    '/proc/30/exe /usr/lib/code-server/lib/node',
    '',
  ].join('\n');
  expect(readListeners(output)).toEqual([
    { port: 5173, program: 'node' },
    { port: 8080, program: null },
  ]);
});

test('whatever programs call themselves and however much is cut off, it reads ports and plain names', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      HEAD,
      '==',
      '/proc/1/comm:\u001b[31m',
      '/proc/1/fd socket:[1]',
      '/proc/1/exe /',
      socket('0100007F:FFFF'),
    ),
  );
  fc.assert(
    fc.property(fc.array(line), fc.nat(), (lines, cut) => {
      for (const { port, program } of readListeners(lines.join('\n').slice(0, cut))) {
        expect(port).toBeGreaterThanOrEqual(0);
        expect(program ?? '').not.toMatch(/\p{C}/u);
      }
    }),
  );
});
