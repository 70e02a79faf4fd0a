export interface Rounds {
  /** Looks now, and again and again from then on. */
  resume(): void;
  /** Looks no more: the computer goes to sleep. */
  pause(): void;
}

/** Runs `look` every `everyMs`, one after the other. `isCurrent` tells a look that came back whether it still counts. */
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
