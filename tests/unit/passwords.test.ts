import { hashPassword } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { createPasswords } from '#server/features/auth/passwords.ts';
import { Unavailable } from '#server/platform/errors.ts';

const PASSWORD = 'Harbour-Wind-74';

test('a hash has the work that OWASP asks for, and is of this password alone, however it was typed', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('Caf\u00e9-Wind-74');
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w-]{22}\$[\w-]{86}$/);
  expect(await passwords.check('Cafe\u0301-Wind-74', hash)).toBe(true);
  expect(await passwords.check('Cafe-Wind-74', hash)).toBe(false);
  expect(passwords.isOld(hash)).toBe(false);
});

test('hashes of before are still read, and told apart', async () => {
  const passwords = createPasswords({ cost: 10 });
  const old = await hashPassword(PASSWORD);
  const cheaper = await createPasswords({ cost: 9 }).hash(PASSWORD);
  for (const hash of [old, cheaper]) {
    expect(await passwords.check(PASSWORD, hash)).toBe(true);
    expect(await passwords.check('Harbour-Wind-75', hash)).toBe(false);
    expect(passwords.isOld(hash)).toBe(true);
  }
  expect(await passwords.check(PASSWORD, null)).toBe(false);
});

test('two are worked on at once, sixty-four wait, and whoever comes then is told to come again', async () => {
  const passwords = createPasswords({ cost: 10 });
  const asked = Array.from({ length: 70 }, () => passwords.hash(PASSWORD));
  const settled = await Promise.allSettled(asked);
  const refused = settled.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(4);
  for (const one of refused) expect(one).toHaveProperty('reason', expect.any(Unavailable));
  expect(await passwords.check(PASSWORD, await passwords.hash(PASSWORD))).toBe(true);
});
