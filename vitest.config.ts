import { defineConfig } from 'vitest/config';

const project = (name: string, timeoutSeconds: number, extra: object = {}) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: timeoutSeconds * 1000,
    hookTimeout: timeoutSeconds * 1000,
    ...extra,
  },
});

const database = { globalSetup: ['tests/support/global-database.ts'] };

export default defineConfig({
  test: {
    projects: [
      project('unit', 30),
      project('architecture', 60),
      project('api', 60, database),
      project('compute', 600, { ...database, fileParallelism: false }),
      project('gateway', 300, { ...database, fileParallelism: false }),
    ],
  },
});
