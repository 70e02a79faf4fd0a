import { defineConfig } from 'playwright/test';
import { common, pages } from '../browser.ts';
import { BROWSER_HOME, PORTS, resolverRules, UI } from './addresses.ts';

process.env.SLIPWAY_E2E_URL = `https://${UI}`;
process.env.SLIPWAY_E2E_SSH_PORT = String(PORTS.ssh);

// biome-ignore lint/style/noDefaultExport: Playwright takes its configuration by the default export.
export default defineConfig({
  ...common,
  testDir: '.',
  outputDir: '../../../test-results/e2e-deploy',
  workers: 1,
  use: pages(
    [
      `--host-resolver-rules=${resolverRules(PORTS.caddy.https)}`,
      // Bridges come and go on this machine, and Chromium ends HTTP/2 connections whenever its network changes.
      '--disable-http2',
    ],
    // Where Chromium finds the authorities that this run trusts.
    { ...process.env, HOME: BROWSER_HOME },
  ),
});
