import { Stryker } from '@stryker-mutator/core';
import { SLICES } from './slices.ts';

/** The command fails below this percentage of killed mutants, of those that tests could notice. */
const LEAST_KILLED = 90;

/** `npm run mutate -- rules billing`: breaks each slice's code in small ways, and lists what no test noticed. */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !SLICES[name]);
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`Name slices to mutate: ${Object.keys(SLICES).join(', ')}.`);
  process.exit(1);
}

for (const name of wanted) {
  process.env.SLIPWAY_MUTATE = name;
  const results = await new Stryker({
    mutate: SLICES[name]?.mutate ?? [],
    testRunner: 'vitest',
    // One database server each, so that they don't share databases; a mutated file runs once for all its mutants.
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    ignoreStatic: !SLICES[name]?.pure,
    concurrency: 2,
    timeoutMS: 20_000,
    // Texts aren't rules: the tests of translations cover what sentences say.
    mutator: { excludedMutations: ['StringLiteral'] },
    // TypeScript's compiler has no API for Stryker to read the settings with; nothing here needs them.
    tsconfigFile: 'none.json',
    ignorePatterns: ['/dist', '/.slipway', '/test-results'],
    tempDirName: 'test-results/mutation',
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, allowColor: false, reportScoreTable: true },
    allowConsoleColors: false,
  }).runMutationTest();
  report(name, results);
}

function report(name: string, results: Awaited<ReturnType<Stryker['runMutationTest']>>): void {
  const noticed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const alive = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').length;
  const percent = Math.round((100 * noticed) / Math.max(1, noticed + alive));
  console.log(`${name}: ${noticed} of ${noticed + alive} noticed (${percent} %)`);
  if (percent < LEAST_KILLED) process.exitCode = 1;
}
