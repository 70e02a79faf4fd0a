import { expect, test } from 'vitest';
import { clientAddress } from '#server/gateway/ssh/client-address.ts';
import { createFailedLogins } from '#server/gateway/ssh/failed-logins.ts';
import { createHandshakePace } from '#server/gateway/ssh/handshake-pace.ts';
import { createHandshakePool, type Waiting } from '#server/gateway/ssh/handshake-pool.ts';
import { createTestClock, MINUTE } from '#server/platform/clock.ts';
import { fc } from '#tests/support/fast-check.ts';

const PER_ADDRESS = 128;
const TOGETHER = 1_024;

interface Guest extends Waiting {
  closed: boolean;
}
const guest = (spoke = false): Guest => {
  const made: Guest = {
    spoke,
    closed: false,
    close() {
      made.closed = true;
    },
  };
  return made;
};

test('the pool never holds more than its bounds, and closes nobody while there is room', () => {
  const comings = fc.array(
    fc.record({ address: fc.integer({ min: 0, max: 12 }), spoke: fc.boolean(), leaves: fc.boolean() }),
    { minLength: 1, maxLength: 3_000, size: 'max' },
  );
  fc.assert(
    fc.property(comings, (all) => {
      const pool = createHandshakePool();
      const inside = new Map<number, Set<Guest>>();
      for (const { address, spoke, leaves } of all) {
        const here = inside.get(address) ?? new Set<Guest>();
        inside.set(address, here);
        const had = [...inside.values()].reduce((sum, { size }) => sum + size, 0);
        const mustClose = here.size >= PER_ADDRESS || had >= TOGETHER;
        const someone = guest(spoke);
        const letOut = pool.enter(String(address), someone);
        const gone = [...inside.values()].flatMap((guests) => [...guests].filter(({ closed }) => closed));
        expect(gone).toHaveLength(mustClose ? 1 : 0);
        for (const guests of inside.values()) for (const each of gone) guests.delete(each);
        expect(someone.closed).toBe(false);
        if (leaves) letOut();
        else here.add(someone);
      }
    }),
    { numRuns: 10 },
  );
});

test('a flood from one address costs the others nothing, and there the silent ones go first', () => {
  const pool = createHandshakePool();
  const person = guest(true);
  pool.enter('10.0.0.1', person);
  const speaking = guest(true);
  pool.enter('10.0.0.2', speaking);
  for (let at = 0; at < 5 * TOGETHER; at += 1) pool.enter('10.0.0.2', guest());
  expect([person.closed, speaking.closed]).toEqual([false, false]);
  for (let at = 0; at < 3 * TOGETHER; at += 1) pool.enter(`10.1.${at % 9}.1`, guest());
  expect(person.closed).toBe(false);
});

test('whoever leaves twice has left once, and a full pool still holds its bounds', () => {
  const pool = createHandshakePool();
  const outs = Array.from({ length: PER_ADDRESS }, () => pool.enter('a', guest(true)));
  for (let at = 0; at < 3; at += 1) outs[0]?.();
  const leave = pool.enter('alone', guest());
  leave();
  leave();
  const others = Array.from({ length: TOGETHER - PER_ADDRESS + 1 }, () => guest(true));
  for (const [at, other] of others.entries()) pool.enter(`b${at}`, other);
  expect(others.filter(({ closed }) => closed)).toEqual([]);
  const rest = guest(true);
  pool.enter('a', rest);
  const last = guest(true);
  pool.enter('a', last);
  outs[1]?.();
  expect([rest.closed, last.closed, others.some(({ closed }) => closed)]).toEqual([false, false, false]);
});

test('a pool that is full closes one of the address that has the most, the silent one, then the oldest', () => {
  const pool = createHandshakePool();
  const [speaking, silent, few] = [guest(true), guest(), guest()];
  pool.enter('few', few);
  pool.enter('many', speaking);
  pool.enter('many', silent);
  for (let at = 3; at < TOGETHER; at += 1) pool.enter(`one ${at}`, guest());
  pool.enter('new', guest());
  expect([few.closed, speaking.closed, silent.closed]).toEqual([false, false, true]);
});

test('an address begins 64 at once, then one by one; who got in or never began is not counted', () => {
  let now = 0;
  const pace = createHandshakePace(() => now);
  const waits = Array.from({ length: 66 }, () => pace.wait('a'));
  expect(waits.slice(0, 64).every((wait) => wait === 0)).toBe(true);
  expect(waits.slice(64)).toEqual([30, 60]);
  expect(pace.wait('b')).toBe(0);
  for (let at = 0; at < 66; at += 1) pace.giveBack('a');
  expect(pace.wait('a')).toBe(0);
  now += 60_000;
  expect(pace.wait('a')).toBe(0);
});

test('of more addresses than are kept, those that were not seen for longest begin anew', () => {
  const pace = createHandshakePace(() => 0);
  for (let at = 0; at < 65; at += 1) pace.wait('old');
  for (let at = 0; at < 9_999; at += 1) pace.wait(`${at}`);
  expect(pace.wait('old')).toBe(60);
  for (let at = 0; at < 9_999; at += 1) pace.wait(`later ${at}`);
  expect(pace.wait('old')).toBe(90);
  for (let at = 0; at < 10_000; at += 1) pace.wait(`last ${at}`);
  expect(pace.wait('old')).toBe(0);
  pace.giveBack('never came');
  expect(pace.wait('never came')).toBe(0);
});

test('failures of a key that end are not counted on', () => {
  const clock = createTestClock(new Date());
  const failures = createFailedLogins(clock);
  for (let at = 0; at < 29; at += 1) failures.failed('a', ['k']);
  expect(failures.keyRefusedFor('a', 'k')).toBe(0);
  failures.failed('a', ['k']);
  expect(failures.keyRefusedFor('a', 'k')).toBe(10);
  clock.advance(10 * MINUTE);
  failures.failed('a', ['k']);
  expect(failures.keyRefusedFor('a', 'k')).toBe(0);
});

test('failures are kept of so many at once, and the oldest are forgotten first', () => {
  const failures = createFailedLogins(createTestClock(new Date()));
  for (let at = 0; at < 30; at += 1) failures.failed('old', ['k']);
  for (let at = 0; at < 49_999; at += 1) failures.failed(`${at}`, []);
  expect(failures.keyRefusedFor('old', 'k')).toBe(10);
  failures.failed('one more', []);
  expect(failures.keyRefusedFor('old', 'k')).toBe(0);

  for (let at = 0; at < 30; at += 1) failures.failed('busy', ['k']);
  for (let at = 0; at < 49_000; at += 1) failures.failed(`early ${at}`, []);
  failures.failed('busy', ['k']);
  for (let at = 0; at < 2_000; at += 1) failures.failed(`late ${at}`, []);
  expect(failures.keyRefusedFor('busy', 'k')).toBe(10);
});

test('failures count by address and key, end after ten minutes, and are forgotten when the person gets in', () => {
  const clock = createTestClock(new Date());
  const failures = createFailedLogins(clock);
  for (let at = 0; at < 30; at += 1) failures.failed('a', ['k', `other ${at}`]);
  expect(failures.keyRefusedFor('a', 'k')).toBe(10);
  expect(failures.keyRefusedFor('b', 'k')).toBe(0);
  expect(failures.keyRefusedFor('a', 'other 1')).toBe(0);
  expect(failures.addressRefusedFor('a')).toBe(0);
  clock.advance(9.5 * MINUTE);
  expect(failures.keyRefusedFor('a', 'k')).toBe(1);
  failures.succeeded('a', ['k']);
  expect(failures.keyRefusedFor('a', 'k')).toBe(0);

  for (let at = 0; at < 300; at += 1) failures.failed('c', [`new ${at}`]);
  expect(failures.addressRefusedFor('c')).toBe(10);
  clock.advance(10 * MINUTE);
  expect(failures.addressRefusedFor('c')).toBe(0);
  for (let at = 0; at < 300; at += 1) failures.failed('c', []);
  failures.succeeded('c', []);
  expect(failures.addressRefusedFor('c')).toBe(0);
});

test('an IPv6 subscriber is one address, however it is written', () => {
  expect(clientAddress('::ffff:10.0.0.7')).toBe('10.0.0.7');
  expect(clientAddress('10.0.0.7')).toBe('10.0.0.7');
  expect(clientAddress('::1')).toBe('0:0:0:0::/64');
  expect(clientAddress('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(clientAddress('1::2:3:4:5:6:7')).toBe('1:0:2:3::/64');
  expect(clientAddress('1:2::3:4:5:6:7')).toBe('1:2:0:3::/64');
  expect(clientAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(clientAddress(undefined)).toBe('unknown');
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
      const hex = groups.map((group) => group.toString(16));
      const written = [hex.join(':'), hex.map((group) => group.padStart(4, '0')).join(':')];
      // As a socket tells it: the longest run of zeros left out.
      written.push(new URL(`http://[${hex.join(':')}]`).hostname.slice(1, -1));
      expect(new Set(written.map(clientAddress))).toEqual(new Set([`${hex.slice(0, 4).join(':')}::/64`]));
    }),
  );
});
