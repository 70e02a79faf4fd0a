import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';

/** `watch=true` in the address; anything Pending is always watched. */
export function useWatching(pending: boolean) {
  const [parameters, setParameters] = useSearchParams();
  const watching = parameters.get('watch') === 'true';
  const setWatching = (watch: boolean) => setParameters(watch ? { watch: 'true' } : {}, { replace: true });
  const watch = useEffectEvent(() => setWatching(true));
  useEffect(() => {
    if (pending && !watching) watch();
  }, [pending, watching]);
  return [watching, setWatching] as const;
}
