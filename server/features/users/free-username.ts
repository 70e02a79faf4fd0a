import { randomInt } from 'node:crypto';
import type { Executor } from '../../platform/database.ts';
import { isUsernameTaken } from '../auth/index.ts';

const LONGEST = 22;
const ATTEMPTS = 20;

/** A username from the address's local part, with digits if it is taken; they can change it later. */
export async function freeUsername(executor: Executor, email: string): Promise<string> {
  const local = email.split('@')[0] ?? '';
  const plain = local
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  const base = plain.length >= 3 ? plain : `user-${plain}`.replace(/-$/, '');
  let candidate = base;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (!(await isUsernameTaken(executor, candidate))) return candidate;
    candidate = `${base}-${randomInt(2, attempt < 5 ? 100 : 1_000_000)}`;
  }
  return candidate;
}
