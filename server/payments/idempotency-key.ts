import { createHash } from 'node:crypto';
import type { IdempotencyKey } from './types.ts';

/**
 * A key that is the same for the same parts, and fit for a header: names that people type have letters that a header
 * can't carry, and any length.
 */
export function idempotencyKey(purpose: string, ...parts: (string | number | null)[]): IdempotencyKey {
  return `${purpose}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
