import { defineConfig } from 'vitest/config';
import { SLICES } from './slices.ts';

const slice = SLICES[process.env.SLIPWAY_MUTATE ?? ''];

export default defineConfig({
  test: {
    include: slice?.tests ?? [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: slice?.pure ? [] : ['tests/support/global-database.ts'],
  },
});
