import { useCallback, useEffect, useEffectEvent, useState } from 'react';

/** How long a success mark shows. */
const MARKER_MS = 3000;

/** True for 3 s after `show`, as a success mark. `onGone` runs when it disappears. */
export function useMarker(onGone: () => void = () => {}): { shown: boolean; show: () => void } {
  const [since, setSince] = useState<number | null>(null);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => {
      setSince(null);
      gone();
    }, MARKER_MS);
    return () => clearTimeout(timer);
  }, [since]);
  return { shown: since !== null, show: useCallback(() => setSince(Date.now()), []) };
}
