import { defineConfig } from 'vitest/config';

const project = (name: string, timeoutSeconds: number, extra: object = {}) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: timeoutSeconds * 1000,
    hookTimeout: timeoutSeconds * 1000,
    // Vitest's own second is short where a poll runs a program in a container, on a machine that is busy.
    expect: { poll: { timeout: 20_000 } },
    // Loading the product anew for each file would take longer than its tests.
    isolate: false,
    maxWorkers: 2,
    ...extra,
  },
});

const database = { globalSetup: ['tests/support/global-database.ts'] };

export default defineConfig({
  test: {
    projects: [
      project('unit', 30),
      project('architecture', 60),
      project('api', 120, database),
      project('compute', 600, database),
      project('gateway', 300, database),
    ],
  },
});
