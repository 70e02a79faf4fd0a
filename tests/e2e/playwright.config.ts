import { defineConfig } from 'playwright/test';
import { common, pages } from './browser.ts';

export default defineConfig({
  ...common,
  testDir: './web',
  outputDir: '../../test-results/e2e',
  // Each file has people and an organization of its own.
  workers: 2,
  use: pages(),
});
