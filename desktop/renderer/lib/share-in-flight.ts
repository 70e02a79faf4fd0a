const inFlight = new Map<string, Promise<unknown>>();

/** Runs `make`, unless the same is already running: then returns that result. A double click is one call. */
export function shareInFlight<T>(key: string, make: () => Promise<T>): Promise<T> {
  const found = inFlight.get(key) as Promise<T> | undefined;
  if (found) return found;
  const made = make().finally(() => inFlight.delete(key));
  inFlight.set(key, made);
  return made;
}
