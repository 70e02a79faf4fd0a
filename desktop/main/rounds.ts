export interface Rounds {
  /** Looks now, and repeatedly from then on. */
  resume(): void;
  /** Stops looking: the computer goes to sleep. */
  pause(): void;
}

/** Runs `look` every `everyMs`, one at a time. `isCurrent` tells a finished look whether it still counts. */
export function createRounds(everyMs: number, look: (isCurrent: () => boolean) => Promise<void>): Rounds {
  let timer: NodeJS.Timeout | null = null;
  let round = 0;
  const go = async (own: number) => {
    await look(() => own === round);
    if (own === round) timer = setTimeout(() => void go(own), everyMs);
  };
  const pause = () => {
    round += 1;
    if (timer) clearTimeout(timer);
    timer = null;
  };
  return {
    resume() {
      pause();
      void go(round);
    },
    pause,
  };
}
