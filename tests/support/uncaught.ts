/**
 * Errors since the call that would have ended the process or been logged as unhandled. `end` restores the listeners.
 */
export function collectUncaught(): { errors: unknown[]; end(): void } {
  const errors: unknown[] = [];
  const names = ['uncaughtException', 'unhandledRejection'] as const;
  const usual = names.map((name) => [name, process.rawListeners(name)] as const);
  const note = (error: unknown) => void errors.push(error);
  for (const name of names) process.removeAllListeners(name).on(name, note);
  return {
    errors,
    end() {
      for (const [name, listeners] of usual) {
        process.removeAllListeners(name);
        for (const listener of listeners) process.on(name, listener as () => void);
      }
    },
  };
}
