import { explainStartFailure } from '../platform/start-failure.ts';

/** What came of trying one part of the installation. */
export interface Finding {
  part: string;
  works: boolean;
  /** What was found; if it doesn't work, what to do. */
  says: string;
}

/** Tries one part: `work` returns what it found, or throws. */
export async function tryPart(part: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { part, works: true, says: await work() };
  } catch (error) {
    return { part, works: false, says: explainStartFailure(error) };
  }
}
