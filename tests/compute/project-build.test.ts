import { randomBytes } from 'node:crypto';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTALLATION_LABEL } from '#server/compute/bridges.ts';
import { ProjectBuildFailed } from '#server/compute/build-failure.ts';
import { type BuildLimits, BuildTookTooLong } from '#server/compute/build-sandbox.ts';
import { type BuildRecipe, buildProjectImage } from '#server/compute/project-build.ts';
import { engine, images } from './support.ts';

const labels = { [INSTALLATION_LABEL]: `test-${randomBytes(4).toString('hex')}` };
const limits: BuildLimits = { minutes: 5, cpuCores: 2, memoryMb: 1024, diskMb: 500 };
const place = '.devcontainer/devcontainer.json';
const recipe: BuildRecipe = { place, build: { dockerfile: 'Dockerfile', context: '..' } };
/** Small, with a shell: each build gets it anew. */
let base: string;
let builder: string;
const built = new Set<string>();

beforeAll(async () => {
  base = await images.ensureProbe(engine);
  builder = await images.ensureBuilder(engine);
}, 300_000);
afterAll(async () => {
  for (const image of built) await engine.removeImage(image);
});

function tarOf(files: Record<string, string>) {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name, mode: 0o755 }, content);
  tar.finalize();
  return tar;
}

async function build(
  files: Record<string, string>,
  changes: { recipe?: BuildRecipe; limits?: Partial<BuildLimits>; onLine?: (line: string) => void } = {},
): Promise<string> {
  const image = await buildProjectImage(engine, {
    recipe: changes.recipe ?? recipe,
    files: tarOf(files),
    ...{ organizationId: 'organization', labels, builder },
    findLocal: async (reference) => (reference === base ? reference : null),
    limits: { ...limits, ...changes.limits },
    onLine: changes.onLine ?? (() => undefined),
    signal: new AbortController().signal,
  });
  built.add(image);
  return image;
}

/** The tools that the installation of a feature takes. */
const withTools = () => `FROM ${base}
RUN ["/bin/busybox", "--install", "-s", "/bin"]
RUN echo 'root:x:0:0::/:/bin/sh' > /etc/passwd && echo 'root:x:0:' > /etc/group
`;
const feature = {
  '.devcontainer/hello/devcontainer-feature.json': '{ "id": "hello", "version": "1.0.0", "name": "Hello" }',
  '.devcontainer/hello/install.sh': '#!/bin/sh\nset -e\necho "$GREETING" > /greeting\n',
};

test('a Dockerfile and a feature become an image, once for the same content, and nothing is left of the build', async () => {
  const files = {
    ...feature,
    '.devcontainer/Dockerfile': `${withTools()}LABEL slipway.image=workspace\nCOPY src /src\n`,
    'src/code': 'two words',
  };
  const withFeature = { ...recipe, features: { './hello': { greeting: 'hi there' } } };
  const lines: string[] = [];
  const image = await build(files, { recipe: withFeature, onLine: (line) => lines.push(line) });
  expect(lines.join('\n')).toContain('COPY src /src');

  const name = `slipway-test-${randomBytes(6).toString('hex')}`;
  const command = ['sh', '-c', 'cat /src/code /greeting'];
  await engine.createContainer({ name, image, command, network: 'none', cpuCores: 1, memoryMb: 256 });
  try {
    await engine.start(name);
    await expect.poll(() => engine.logs(name), { timeout: 30_000 }).toMatch(/two wordshi there/);
  } finally {
    await engine.remove(name);
  }
  expect(await engine.listImages({ ...labels, 'slipway.image': 'workspace' })).toEqual([]);
  expect(await engine.listImages(labels)).toMatchObject([{ tags: [image] }]);

  const again: string[] = [];
  expect(await build(files, { recipe: withFeature, onLine: (line) => again.push(line) })).toBe(image);
  expect(again).toEqual([]);
  expect(await engine.list(labels)).toEqual([]);
  expect(await engine.listNetworks(labels)).toEqual([]);
});

test('an instruction that fails is named with its line', async () => {
  const files = { '.devcontainer/Dockerfile': `FROM ${base}\n# why\nRUN echo here \\\n  && exit 3\n` };
  const failed = await build(files).catch((error) => error);
  expect(failed).toBeInstanceOf(ProjectBuildFailed);
  expect(failed.problem).toMatchObject({ reason: 'step', file: '.devcontainer/Dockerfile', line: 3 });
});

test('a build that fills its disk ends, and one that never ends is ended', async () => {
  const filling = { '.devcontainer/Dockerfile': `FROM ${base}\nRUN busybox dd if=/dev/zero of=/full bs=1M\n` };
  const full = await build(filling, { limits: { diskMb: 200 } }).catch((error) => error);
  expect(full.problem).toMatchObject({ reason: 'disk' });

  const endless = { '.devcontainer/Dockerfile': `FROM ${base}\nRUN busybox sleep infinity\n` };
  await expect(build(endless, { limits: { minutes: 0.1 } })).rejects.toThrow(BuildTookTooLong);
  expect(await engine.list(labels)).toEqual([]);
  expect(await engine.listNetworks(labels)).toEqual([]);
});
