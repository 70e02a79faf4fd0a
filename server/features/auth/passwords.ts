import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { verifyPassword } from 'better-auth/crypto';
import { Unavailable } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Passwords } from '../context.ts';

/** OWASP's first choice for scrypt: N = 2^17, r = 8, p = 1, which takes 128 MB and some tenths of a second. */
const COST = 17;
const BLOCK_SIZE = 8;
const KEY_BYTES = 64;
/** Each takes 128 MB and a core. */
const AT_ONCE = 2;
/** The last of these is answered after some 15 seconds. */
const MOST_WAITING = 64;
const BUSY = say('auth.manyLogins');

/** @param input.cost log2 of N; tests use a small one */
export function createPasswords({ cost = COST }: { cost?: number } = {}): Passwords {
  const prefix = `$scrypt$ln=${cost},r=${BLOCK_SIZE},p=1$`;
  const inTurn = createQueue(AT_ONCE, MOST_WAITING);
  /** The hash of a password nobody has, created on first use. */
  let decoy: Promise<string> | undefined;

  const hash = (password: string) =>
    inTurn(async () => {
      const salt = randomBytes(16);
      const key = await derive(password, salt, cost);
      return `${prefix}${salt.toString('base64url')}$${key.toString('base64url')}`;
    });

  return {
    hash,
    async check(password, stored) {
      decoy ??= hash(randomBytes(16).toString('hex')).catch((error: unknown) => {
        decoy = undefined;
        throw error;
      });
      const against = stored ?? (await decoy);
      return (await inTurn(() => matches(password, against))) && stored !== null;
    },
    isOld: (stored) => !stored.startsWith(prefix),
  };
}

const FORM = /^\$scrypt\$ln=(\d+),r=8,p=1\$([\w-]+)\$([\w-]+)$/;

async function matches(password: string, stored: string): Promise<boolean> {
  const [, cost, salt = '', key = ''] = FORM.exec(stored) ?? [];
  // better-auth's format, for passwords brought over from it.
  if (!cost) return verifyPassword({ hash: stored, password });
  const expected = Buffer.from(key, 'base64url');
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), Number(cost)), expected);
}

/** NFKC, so that different keyboards' é are equal. */
function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  const options: ScryptOptions = { N, r: BLOCK_SIZE, p: 1, maxmem: 2 * 128 * N * BLOCK_SIZE };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Runs `atOnce` tasks at a time and the others after them, in order. @throws Unavailable if `most` are waiting */
function createQueue(atOnce: number, most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= most) throw new Unavailable(BUSY);
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next task takes over this place.
      if (next) next();
      else running -= 1;
    }
  };
}
