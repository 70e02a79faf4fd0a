import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Executor } from '../../platform/database.ts';
import { hashToken, newId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { recoveryCodes, twoFactors } from './tables.ts';

/** As authenticator apps expect (RFC 6238): SHA-1, 6 digits, 30 s. */
const PERIOD_S = 30;
/** Clocks may be off by one step. */
const WINDOW = 1;
const RECOVERY_CODES = 10;

export type SecondFactor = 'authenticator' | 'recovery code';

/** An authenticator's seed, in base32: 160 bits, as RFC 4226 recommends. */
export function newSeed(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of the QR code. */
export function authenticatorUri(seed: string, account: string): string {
  return new TOTP({ issuer: 'Slipway', label: account, secret: Secret.fromBase32(seed), period: PERIOD_S }).toString();
}

export async function usesTwoFactor(executor: Executor, userId: string): Promise<boolean> {
  const found = await executor
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)));
  return found.length > 0;
}

/** Uses up an authenticator code: it and older ones are wrong from then on. */
export async function spendAuthenticatorCode(
  { clock, secrets }: Pick<Dependencies, 'clock' | 'secrets'>,
  executor: Executor,
  userId: string,
  code: string,
): Promise<boolean> {
  const [factor] = await executor.select().from(twoFactors).where(eq(twoFactors.userId, userId));
  if (!factor) return false;
  const timestamp = clock.now().getTime();
  const totp = new TOTP({ secret: Secret.fromBase32(secrets.open(factor.sealedSeed)), period: PERIOD_S });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = TOTP.counter({ period: PERIOD_S, timestamp }) + delta;
  const used = await executor
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId });
  return used.length > 0;
}

/** Uses up a recovery code, however its letters and dashes were typed. */
export async function spendRecoveryCode(
  { clock }: Pick<Dependencies, 'clock'>,
  executor: Executor,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await executor
    .update(recoveryCodes)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashOf(userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

/**
 * Ten new recovery codes like `k3mq-7wxp-a2dn-hf5t` (80 bits each), replacing the old ones; returned only this once.
 */
export async function renewCodes(executor: Executor, userId: string): Promise<string[]> {
  await executor.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await executor
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ id: newId(), userId, codeHash: hashOf(userId, code) })));
  return codes;
}

/** Removes all of it. */
export async function forgetTwoFactor(executor: Executor, userId: string): Promise<void> {
  await executor.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await executor.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Base32 without 0, 1, 8 and 9, which are mistaken for letters. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

function newRecoveryCode(): string {
  const letters = [...randomBytes(16)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return (letters.match(/.{4}/g) ?? []).join('-');
}

function hashOf(userId: string, code: string): string {
  return hashToken(`${userId}:${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`);
}
