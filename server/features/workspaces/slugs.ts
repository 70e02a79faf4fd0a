import { randomInt } from 'node:crypto';
import { slugFrom } from '#shared/features/workspaces/model.ts';

const SLUG_ATTEMPTS = 8;

/** The plain slug first, then with a random ending. `name-3000` would look like a port of `name`. */
export function* slugs(name: string): Generator<string> {
  const plain = slugFrom(name);
  if (!/-\d+$/.test(plain)) yield plain;
  for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) yield `${plain}-${ending()}`;
}

/** Five letters and digits, a letter first. */
function ending(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const all = `${letters}23456789`;
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(letters) + Array.from({ length: 4 }, () => pick(all)).join('');
}
