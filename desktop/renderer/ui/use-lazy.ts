import { type ComponentType, useEffect, useState } from 'react';
import { type MissingCode, whyCodeIsMissing } from '../lib/missing-code.ts';
import { retried } from '../lib/retried.ts';

/** Loads the code and texts of a part when it is first shown. Keep it stable. */
export type LoadPart<Props extends object> = () => Promise<ComponentType<Props>>;

interface Outcome<Props extends object> {
  load: LoadPart<Props>;
  attempt: number;
  Part?: ComponentType<Props>;
  error?: MissingCode;
}

/** The part once its code has loaded, or why it hasn't. */
export function useLazy<Props extends object>(load: LoadPart<Props>) {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<Props> | null>(null);
  useEffect(() => {
    let wanted = true;
    retried(load)
      .then(
        (Part) => ({ Part }),
        async () => ({ error: await whyCodeIsMissing() }),
      )
      .then((found) => wanted && setOutcome({ load, attempt, ...found }));
    return () => {
      wanted = false;
    };
  }, [load, attempt]);
  const current = outcome?.load === load ? outcome : null;
  const error = current?.error ?? null;
  return {
    Part: current?.Part ?? null,
    error,
    retrying: current !== null && current.attempt !== attempt,
    /** Files of an old release return only with a reload of the whole page. */
    retry: () => (error?.reason === 'replaced' ? window.location.reload() : setAttempt(attempt + 1)),
  };
}
