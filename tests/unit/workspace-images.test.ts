import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuildImageRequest, Engine } from '#server/compute/engine.ts';
import { createImages, type ImageChoice } from '#server/compute/images.ts';

interface Build extends Pick<BuildImageRequest, 'tag' | 'buildArgs'> {
  /** The languages it installs, in their order. */
  list: string | null;
}

/** What an engine that has Debian's own images is told to build. */
async function buildsOf(choice: ImageChoice): Promise<Build[]> {
  const builds: Build[] = [];
  const engine = {
    imageExists: async (image: string) => image.startsWith('debian:'),
    buildImage: async ({ contextFolder, dockerfile, tag, buildArgs }: BuildImageRequest) => {
      const list = dockerfile === 'workspace/Dockerfile' ? 'chosen/languages/list' : null;
      builds.push({ tag, buildArgs, list: list && (await readFile(join(contextFolder, list), 'utf8')) });
    },
  } as unknown as Engine;
  const settings = async () => ({ certificates: {}, npmRegistry: null, proxies: {} });
  const tag = await createImages({ settings }).ensureImage(engine, choice);
  expect(builds.map((build) => build.tag)).toEqual([builds[1]?.buildArgs?.BASE, tag]);
  return builds;
}

const releaseOf = async (choice: Omit<ImageChoice, 'database'>) =>
  (await buildsOf({ ...choice, database: 'postgresql' }))[0]?.buildArgs?.BASE_OS;

describe('the image of a workspace', () => {
  test.each([
    ['usual versions', { language: 'go' }, 'trixie'],
    ['an earlier version', { language: 'go', languageVersion: '1.19' }, 'bookworm'],
    ['what any release has', { language: 'nodejs', languageVersion: '22' }, 'trixie'],
    ['what any release has beside an earlier version', { language: 'nodejs', moreLanguages: ['go-1.19'] }, 'bookworm'],
  ])('with %s is built on a release that has them', async (_, choice, release) => {
    expect(await releaseOf(choice)).toBe(`debian:${release}-slim`);
  });

  test('has every language that was chosen, in that order', async () => {
    const choice = { language: 'nodejs', languageVersion: '26', moreLanguages: ['cpp', 'python'], database: 'none' };
    const [, build] = await buildsOf(choice);
    expect(build?.list).toBe('nodejs.sh 26\ncpp.sh \npython.sh 3.13\n');
  });

  test('is another one for other languages, and the same for the same', async () => {
    const { nameOf } = createImages();
    const choice = { language: 'nodejs', database: 'none' };
    expect(await nameOf({ ...choice, moreLanguages: [] })).toBe(await nameOf(choice));
    const names = [[], ['python'], ['python', 'go'], ['python-3.13']].map((moreLanguages) =>
      nameOf({ ...choice, moreLanguages }),
    );
    const [none, python, both, named] = await Promise.all(names);
    expect(new Set([none, python, both]).size).toBe(3);
    expect(named).toBe(python);
  });

  test.each([
    ['that no release of Debian has together', ['go-1.19', 'python-3.13']],
    ['that are not there', ['cobol']],
  ])('there is none for languages %s', async (_, moreLanguages) => {
    const choice = { language: 'nodejs', moreLanguages, database: 'none' };
    await expect(createImages().nameOf(choice)).rejects.toMatchObject({ kind: 'not-found' });
  });
});
