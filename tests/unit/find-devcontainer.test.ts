import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Engine, ExecRequest } from '#server/compute/engine.ts';
import { findDevcontainer } from '#server/features/workspaces/find-devcontainer.ts';

const root = mkdtempSync(path.join(tmpdir(), 'slipway-find-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Looks in a project that has these files, each with its name, and links. */
async function look(files: Record<string, string>, links: Record<string, string> = {}) {
  const home = mkdtempSync(path.join(root, 'home-'));
  const inProject = (name: string) => {
    const file = path.join(home, 'project', name);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  };
  inProject('.');
  for (const [name, text] of Object.entries(files)) writeFileSync(inProject(name), text);
  for (const [name, target] of Object.entries(links)) symlinkSync(target, inProject(name));
  const run = async (_: string, { command }: ExecRequest) => {
    const [program = '', ...words] = command.map((word) => word.replaceAll('/home/dev', home));
    try {
      return {
        exitCode: 0,
        stdout: execFileSync(program, words, { encoding: 'utf8', maxBuffer: 2 ** 24 }),
        stderr: '',
      };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { exitCode: status, stdout, stderr: '' };
    }
  };
  const found = await findDevcontainer({ run } as unknown as Engine, 'one');
  if (!found || 'several' in found) return found;
  return { place: found.place, ports: found.wanted.ports, refusals: found.wanted.refusals };
}

const withPort = (port: number) => JSON.stringify({ forwardPorts: [port] });

test.each<[Record<string, string>, unknown]>([
  [{}, null],
  [{ 'devcontainer.json': withPort(1) }, null],
  [
    { '.devcontainer.json': withPort(1), '.devcontainer/a/devcontainer.json': withPort(2) },
    { place: '.devcontainer.json', ports: [1], refusals: [] },
  ],
  [
    { '.devcontainer.json': withPort(1), '.devcontainer/devcontainer.json': withPort(2) },
    { place: '.devcontainer/devcontainer.json', ports: [2], refusals: [] },
  ],
  [
    { '.devcontainer/a b/devcontainer.json': withPort(3) },
    { place: '.devcontainer/a b/devcontainer.json', ports: [3], refusals: [] },
  ],
  [
    { '.devcontainer/a/devcontainer.json': withPort(1), '.devcontainer/b/devcontainer.json': withPort(2) },
    { several: 2 },
  ],
  [{ '.devcontainer/a/b/devcontainer.json': withPort(1) }, null],
])('of %j, the one that counts is read', async (files, expected) => {
  expect(await look(files)).toEqual(expected);
});

test('10 MB are refused, and not read', async () => {
  const found = await look({ '.devcontainer.json': `{"name": "${'x'.repeat(10_000_000)}"}` });
  expect(found).toMatchObject({ refusals: ['We couldn’t read it: it is larger than 1 MB.'] });
});

test.each<[string, string]>([
  ['.devcontainer.json', '.devcontainer.json'],
  ['.devcontainer.json', 'gone'],
  ['.devcontainer', '.devcontainer'],
  ['.devcontainer/devcontainer.json', '../.devcontainer/devcontainer.json'],
])('%s as a link to %s is refused', async (place, target) => {
  expect(await look({}, { [place]: target })).toEqual({
    ...{ place, ports: [] },
    refusals: ['It’s a link that leads nowhere, or back to itself.'],
  });
});

test('a link to a file is read, and one to a device is none', async () => {
  expect(await look({ 'other.json': withPort(1) }, { '.devcontainer.json': 'other.json' })).toMatchObject({
    ports: [1],
  });
  expect(await look({}, { '.devcontainer.json': '/dev/zero' })).toBeNull();
});
