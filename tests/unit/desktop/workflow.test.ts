import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../../..');

interface Step {
  run?: string;
  uses?: string;
  env?: Record<string, string>;
}

test('the workflow builds and tests on the three systems, with commands and files that are there', () => {
  const workflow = parse(readFileSync(path.join(root, '.github/workflows/desktop.yml'), 'utf8'));
  const { strategy, steps } = workflow.jobs.desktop as { strategy: { matrix: { os: string[] } }; steps: Step[] };
  expect(strategy.matrix.os.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'windows', 'macos']);
  const commands = steps.flatMap(({ run = '' }) => run.split('\n'));
  for (const command of commands) {
    for (const [, script] of command.matchAll(/npm run ([\w:]+)/g)) expect(manifest.scripts).toHaveProperty([script!]);
    for (const [file] of command.matchAll(/\b(?:tests|desktop|node_modules)\/[\w./-]+\.\w+/g)) {
      expect(existsSync(path.join(root, file)), file).toBe(true);
    }
  }
  expect(commands.join('\n')).toContain('npm run dist:desktop');
  expect(commands.join('\n')).toContain('node tests/e2e/desktop/try-packed.ts "$PACKED"');
  // No third party's code is run by a name that can be moved.
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
});
