import { defineConfig } from 'playwright/test';
import { common, pages } from './browser.ts';

export default defineConfig({
  ...common,
  testDir: './web',
  outputDir: '../../test-results/e2e',
  // Files are independent: each has people, workspaces and a host of its own.
  workers: 2,
  use: pages(),
});
