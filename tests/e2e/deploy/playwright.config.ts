import { existsSync } from 'node:fs';
import { defineConfig } from 'playwright/test';
import { BROWSER_HOME, PORTS, resolverRules, UI } from './addresses.ts';

const chromium = '/usr/bin/chromium';
process.env.SLIPWAY_E2E_URL = `https://${UI}`;
process.env.SLIPWAY_E2E_SSH_PORT = String(PORTS.ssh);

// biome-ignore lint/style/noDefaultExport: Playwright takes its configuration by the default export.
export default defineConfig({
  testDir: '.',
  outputDir: '../../../test-results/e2e-deploy',
  timeout: 600_000,
  expect: { timeout: 40_000 },
  workers: 1,
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
      // Where Chromium finds the authorities that this run trusts.
      env: { ...process.env, HOME: BROWSER_HOME },
      args: [
        `--host-resolver-rules=${resolverRules(PORTS.caddy.https)}`,
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // Bridges come and go on this machine, and Chromium ends HTTP/2 connections whenever its network changes.
        '--disable-http2',
      ],
    },
  },
});
