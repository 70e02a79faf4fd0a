import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { boundToSchemas, isShared } from '../../desktop/build/without-schemas.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FIRST = ['desktop/renderer/app/main.tsx', 'desktop/renderer/app/behind-login.ts'];

/**
 * The renderer's files that the first load consists of, and what it takes from the contract and which file takes it:
 * files, and names of a slice's index.
 */
function firstLoad() {
  const taken: { from: string; file: string; name: string }[] = [];
  const seen = new Set<string>();
  const visit = (file: string, only: string | null) => {
    const index = /\/features\/[\w-]+\/index\.ts$/.test(file);
    const visited = index ? `${file} ${only}` : file;
    if (seen.has(visited)) return;
    seen.add(visited);
    const { module } = parseSync(file, readFileSync(file, 'utf8'));
    const wanted = [
      ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
        entries
          .filter(({ isType }) => !isType)
          .map(({ importName }) => ({ request: moduleRequest.value, as: null, name: importName.name ?? '' })),
      ),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, importName, exportName, isType }) =>
          moduleRequest && !isType
            ? [{ request: moduleRequest.value, as: exportName.name ?? null, name: importName.name ?? '' }]
            : [],
        ),
      ),
    ];
    for (const { request, as, name } of wanted) {
      if (index && as !== null && as !== only) continue;
      const to = request.startsWith('#shared/') ? path.join(root, request.slice(1)) : beside(file, request);
      if (isShared(to) || request === 'zod') taken.push({ from: path.relative(root, file), file: to, name });
      else if (/desktop\/renderer\/.*\.tsx?$/.test(to)) visit(to, name);
    }
  };
  for (const file of FIRST) visit(path.join(root, file), null);
  return { taken, files: [...seen].map((file) => path.relative(root, file)) };
}

const beside = (file: string, request: string) =>
  request.startsWith('.') ? path.resolve(path.dirname(file), request) : request;

test('the first load takes routes, rules and constants of the contract, and no schema', async () => {
  const { taken } = firstLoad();
  expect(taken.length).toBeGreaterThan(20);
  const schemas: string[] = [];
  for (const { from, file, name } of taken) {
    if (file !== 'zod' && !boundToSchemas(file).has(name)) continue;
    const value = file === 'zod' ? undefined : (await import(file))[name];
    if (typeof value?.path !== 'string') schemas.push(`${from}: ${name}`);
  }
  expect(schemas).toEqual([]);
});

test('the first load leaves out what only few of its visitors look at', () => {
  const { files } = firstLoad();
  expect(files).toContain('desktop/renderer/features/workspaces/WorkspaceGrid.tsx');
  const later = /\/(DataTable|WorkspaceTable|run-tour|Palette|HelpModal|SupportModal)\.tsx?$/;
  expect(files.filter((file) => later.test(file))).toEqual([]);
});
