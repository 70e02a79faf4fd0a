import { defineConfig } from 'playwright/test';
import { common, pages } from './browser.ts';

export default defineConfig({
  ...common,
  testDir: './web',
  outputDir: '../../test-results/e2e',
  workers: 1,
  use: pages(),
});
