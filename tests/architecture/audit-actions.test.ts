import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '#shared/features/audit/actions.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

test('the audit log has words for every action, and for nothing else', () => {
  const { actions } = JSON.parse(read('shared/i18n/en/audit.json')) as { actions: Record<string, object> };
  const named = Object.entries(actions).flatMap(([slice, verbs]) =>
    Object.keys(verbs).map((verb) => `${slice}.${verb}`),
  );
  expect(named.sort()).toEqual([...AUDIT_ACTIONS].sort());
});

test('every action is one that some verb enters', () => {
  const server = globSync('server/{features,realtime}/**/*.ts', { cwd: ROOT }).map(read).join('\n');
  expect(AUDIT_ACTIONS.filter((action) => !server.includes(`'${action}'`))).toEqual([]);
});
