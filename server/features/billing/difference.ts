/** Where our copy differed from the payment provider's. */
export interface Difference {
  what: string;
  ours: string | number | boolean | null;
  theirs: string | number | boolean | null;
}

/** The fields in which two records of the same shape differ. */
export function differences<T extends Record<string, string | number | boolean | null>>(
  ours: T,
  theirs: T,
): Difference[] {
  return Object.keys(theirs)
    .filter((what) => ours[what] !== theirs[what])
    .map((what) => ({ what, ours: ours[what] ?? null, theirs: theirs[what] ?? null }));
}
