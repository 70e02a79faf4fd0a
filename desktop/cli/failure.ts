/** What the program exits with; the README lists them. */
export const EXIT = { failed: 1, usage: 2, signedOut: 3, notFound: 4, unreachable: 5, interrupted: 130 } as const;

/** A failure in words for the person, with what to do next: null if that is nothing, as after their own No. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: number;
  readonly hint: string | null;

  constructor(code: number, message: string, hint: string | null) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export const ASK_FOR_ACCESS = 'Ask whoever it belongs to, or an admin, for access.';
/** For an answer that this version doesn't understand. */
export const UPDATE = 'The server may be newer than this command line: install it again from there.';
