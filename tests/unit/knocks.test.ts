import { expect, test } from 'vitest';
import { isKnock, parseConnections } from '#server/compute/knocks.ts';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const line = (local: string, remote: string, state: string, unread: string) =>
  `   0: ${local} ${remote} ${state} 00000000:${unread} 00:00000000 00000000  1000        0 1 1 0 20 4 30 10 -1`;
const table = (...lines: string[]) => parseConnections([HEAD, ...lines, ''].join('\n'));
/** 10.208.1.2, its neighbour 10.208.1.3, another network's 10.208.2.3, and the world's 203.0.113.9. */
const [SELF, BESIDE, BEYOND, WORLD] = ['0201D00A', '0301D00A', '0302D00A', '097100CB'];
const MAPPED = '0000000000000000FFFF0000';

test('a neighbour’s connection counts, whichever family its program listens on', () => {
  expect([...table(line(`${SELF}:0BB8`, `${BESIDE}:C000`, '01', '0000001A')).values()]).toEqual([26]);
  expect(table(line(`${MAPPED}${SELF}:0BB8`, `${MAPPED}${BESIDE}:C000`, '03', '00000000')).size).toBe(1);
});

test.each([
  ['a listening socket', line(`${SELF}:0BB8`, '00000000:0000', '0A', '00000001')],
  ['one that hangs up', line(`${SELF}:0BB8`, `${BESIDE}:C000`, '08', '00000001')],
  ['its own programs', line('0100007F:0BB8', '0100007F:C000', '01', '00000001')],
  ['the gateway, which comes over the agent', line(`${SELF}:1B9E`, '0101D00A:C000', '01', '00000001')],
  ['another network', line(`${SELF}:0BB8`, `${BEYOND}:C000`, '01', '00000001')],
  ['the world', line(`${SELF}:C001`, `${WORLD}:01BB`, '01', '00000001')],
  ['what is no line', 'nonsense'],
])('%s doesn’t', (_what, text) => {
  expect(table(text).size).toBe(0);
});

test('a knock is a new connection or more to read, not what was there before', () => {
  const idle = table(line(`${SELF}:0BB8`, `${BESIDE}:C000`, '01', '00000000'));
  const spoken = table(line(`${SELF}:0BB8`, `${BESIDE}:C000`, '01', '00000005'));
  expect([isKnock(undefined, idle), isKnock(idle, idle), isKnock(spoken, spoken)]).toEqual([false, false, false]);
  expect([isKnock(undefined, spoken), isKnock(idle, spoken), isKnock(table(), idle)]).toEqual([true, true, true]);
});
