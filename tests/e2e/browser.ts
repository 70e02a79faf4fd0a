import { existsSync } from 'node:fs';
import type { PlaywrightTestConfig } from 'playwright/test';

const chromium = '/usr/bin/chromium';

/** Bounds for what hangs, not for what is slow: a busy machine needs several times what a quiet one does. */
export const common = {
  timeout: 600_000,
  expect: { timeout: 40_000 },
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  globalSetup: './global-setup.ts',
} satisfies PlaywrightTestConfig;

/** How suites open pages: with `args` besides Chromium's usual ones, and `env` instead of the process's own. */
export function pages(args: string[] = [], env = process.env) {
  return {
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    // A failure's log and picture tell enough, and snapshots of every step slow each spec down.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(existsSync(chromium) && { executablePath: chromium }),
      env,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        ...args,
      ],
    },
  } satisfies PlaywrightTestConfig['use'];
}
