import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Engine } from '#server/compute/engine.ts';
import { laySample } from '#server/features/workspaces/lay-sample.ts';
import { SAMPLES } from '#shared/features/workspaces/samples.ts';

const home = mkdtempSync(path.join(tmpdir(), 'slipway-sample-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A container that is a folder of this machine. */
function containerIn(folder: string): Engine {
  const run = async (_: string, request: { command: string[]; input?: string }) => {
    const [program = '', ...rest] = request.command.map((part) =>
      part.replaceAll('/home/dev', folder).replaceAll('/tmp/slipway-clone.lock', `${folder}.lock`),
    );
    execFileSync(program, rest, { input: request.input ?? '' });
    return { exitCode: 0, stdout: '', stderr: '' };
  };
  return { run } as unknown as Engine;
}

test.each(SAMPLES)('%s becomes a repository with one commit, and stays as it is the second time', async (sample) => {
  const folder = path.join(home, sample);
  const project = path.join(folder, 'project');
  execFileSync('mkdir', [folder]);
  await laySample(containerIn(folder), 'any', { sample, onOutput: () => undefined });
  const git = (...words: string[]) => execFileSync('git', ['-C', project, ...words], { encoding: 'utf8' }).trim();
  expect(git('log', '--format=%s')).toBe('Start from a sample project');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('ls-files')).toContain('.devcontainer/devcontainer.json');
  const readme = path.join(project, 'README.md');
  const source = path.resolve(import.meta.dirname, '../../resources/samples', sample, 'README.md');
  expect(readFileSync(readme)).toEqual(readFileSync(source));
  execFileSync('rm', [readme]);
  await laySample(containerIn(folder), 'any', { sample, onOutput: () => undefined });
  expect(git('status', '--porcelain')).toBe('D README.md');
});
