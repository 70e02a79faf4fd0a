import type { DesktopErrorCode } from '#shared/desktop/channel.ts';

/** A failure that the page may see, in words for the person. Every other error leaves as `unexpected`. */
export class DesktopError extends Error {
  readonly code: DesktopErrorCode;

  constructor(code: DesktopErrorCode, message: string) {
    super(message);
    this.name = 'DesktopError';
    this.code = code;
  }
}

/** Nothing answered: it may, a little later. */
export class Unreachable extends DesktopError {
  constructor(message: string) {
    super('unavailable', message);
    this.name = 'Unreachable';
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
