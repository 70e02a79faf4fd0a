export function isFault(end: { code: number | null; signal: string | null }): boolean;
/** Runs something that should never end, and starts it again after a growing wait when it does. Resolves to an exit code. */
export function supervise(options: {
  run(): Promise<{ code: number | null; signal: string | null }>;
  pause(ms: number): Promise<void>;
  stopped(): boolean;
  now(): number;
  say(text: string): void;
}): Promise<number>;
