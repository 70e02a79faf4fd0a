/** What `before-paint.js` asked for while the bundle was loading. */
interface Early {
  /** Who asked, and in which language. */
  sessionKey: string;
  language: string;
  /** By `performance.now()`. */
  askedAt: number;
  /** By address; null if no answer came. */
  answers: Map<string, Promise<Response | null>>;
}

declare global {
  interface Window {
    slipwayEarly?: Early;
  }
}

/** An older answer may say what no longer holds. */
const STALE_MS = 15_000;

/**
 * The answer that was asked for before the bundle was there, once; null if there is none, it never came, it is old, or
 * it is for somebody else or in another language. Then the caller asks itself.
 */
export async function takeEarlyAnswer(
  address: string,
  asker: { sessionKey: string | null; language: string },
): Promise<Response | null> {
  const early = typeof window === 'undefined' ? undefined : window.slipwayEarly;
  const answer = early?.answers.get(address);
  if (!early || !answer) return null;
  early.answers.delete(address);
  const fresh = () => window.slipwayEarly === early && performance.now() - early.askedAt < STALE_MS;
  const same = early.sessionKey === asker.sessionKey && early.language === asker.language;
  if (!same || !fresh()) return null;
  const response = await answer;
  return fresh() ? response : null;
}

/** Whatever is asked for from now on must know of the change that is about to be sent. */
export function dropEarlyAnswers(): void {
  if (typeof window !== 'undefined') delete window.slipwayEarly;
}
