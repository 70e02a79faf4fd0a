import { createHash } from 'node:crypto';
import type { IdempotencyKey } from './types.ts';

/**
 * The same key for the same parts. Hashed, because names people type have any length and characters a header can't
 * carry.
 */
export function idempotencyKey(purpose: string, ...parts: (string | number | null)[]): IdempotencyKey {
  return `${purpose}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
