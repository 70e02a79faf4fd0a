/** What the program exits with; the README lists them. */
export const EXIT = { failed: 1, usage: 2, signedOut: 3, notFound: 4, unreachable: 5, interrupted: 130 } as const;

/** A failure in words for the person, with what to do next. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: number;
  readonly hint: string | undefined;

  constructor(code: number, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
