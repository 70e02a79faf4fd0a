import { hash, randomBytes } from 'node:crypto';
import { v7, validate } from 'uuid';

/** A sortable, unguessable id (UUIDv7). */
export function newId(): string {
  return v7();
}

/** Could this be one of our ids? Anything else exists nowhere, and Postgres would reject it as a uuid. */
export function isId(text: string): boolean {
  return validate(text);
}

/** 256 bits for a link, ticket or key, safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Stored instead of a token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
