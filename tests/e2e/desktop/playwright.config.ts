import { defineConfig } from 'playwright/test';
import { common } from '../browser.ts';

// biome-ignore lint/style/noDefaultExport: Playwright takes its configuration by the default export.
export default defineConfig({
  ...common,
  testDir: './specs',
  outputDir: '../../../test-results/e2e-desktop',
  timeout: 300_000,
  workers: 1,
  reporter: [['list']],
});
