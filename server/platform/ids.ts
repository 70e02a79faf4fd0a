import { hash, randomBytes } from 'node:crypto';
import { v7, validate } from 'uuid';

/** A sortable, unguessable id (UUIDv7). */
export function newId(): string {
  return v7();
}

/** Could this be one of our ids? Anything else names nothing, and Postgres would refuse it as a uuid. */
export function isId(text: string): boolean {
  return validate(text);
}

/** 256 bits for a link, a ticket or a key, safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in place of a token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
