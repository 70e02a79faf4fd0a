import { defineConfig } from 'playwright/test';

// biome-ignore lint/style/noDefaultExport: Playwright takes its configuration by the default export.
export default defineConfig({
  testDir: './specs',
  outputDir: '../../../test-results/e2e-desktop',
  timeout: 300_000,
  expect: { timeout: 40_000 },
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  globalSetup: './global-setup.ts',
  reporter: [['list']],
});
