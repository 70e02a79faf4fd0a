interface Question {
  id: number;
  /** Source of a function of `(electron, argument)`, as Playwright's `ElectronApplication.evaluate` takes one. */
  source: string;
  argument: unknown;
}

/** Answers the test's questions to the main process over the pipe that started it. */
export function runEvaluations(load: () => Promise<object>): void {
  process.on('message', async ({ id, source, argument }: Question) => {
    try {
      const electron = await load();
      const ask = new Function(`return (${source})`)() as (electron: object, argument: unknown) => unknown;
      process.send?.({ id, value: await ask(electron, argument) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  process.channel?.unref();
}
