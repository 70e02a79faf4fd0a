/** Repeats `work` a second after it was begun, or once it is done if that takes longer, until stopped. It must not fail. */
export function everySecond(work: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = null;
    });
  }, 1000).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
