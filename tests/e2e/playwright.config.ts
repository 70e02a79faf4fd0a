import { existsSync } from 'node:fs';
import { defineConfig } from 'playwright/test';

const chromium = '/usr/bin/chromium';

export default defineConfig({
  testDir: './web',
  outputDir: '../../test-results/e2e',
  // Bounds for what hangs, not for what is slow: a busy machine needs several times what a quiet one does.
  timeout: 600_000,
  expect: { timeout: 40_000 },
  // Files are independent: each has people, workspaces and a host of its own.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  globalSetup: './global-setup.ts',
  use: {
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(existsSync(chromium) && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
});
