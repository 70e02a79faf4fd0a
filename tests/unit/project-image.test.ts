import { describe, expect, test } from 'vitest';
import type { Engine, ImageDetails } from '#server/compute/engine.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import { ensureOverImage } from '#server/compute/over-image.ts';
import { bringProjectImage, isAllowedLocally } from '#server/features/workspaces/bring-project-image.ts';
import { readDevcontainer } from '#server/features/workspaces/devcontainer.ts';
import { containerEnvironment, readImageMetadata } from '#server/features/workspaces/devcontainer-container.ts';

const place = { folder: '/home/dev/project', id: 'one' };
const DIGEST = `sha256:${'a'.repeat(64)}`;
const silent = () => undefined;

const readFile = (value: Record<string, unknown>) => readDevcontainer(JSON.stringify(value), place);

describe('devcontainer.json', () => {
  test.each(['debian', 'debian:13', 'mcr.microsoft.com/devcontainers/base:1-ubuntu', `localhost:5000/a@${DIGEST}`])(
    'names the image %s',
    (image) => {
      expect(readFile({ image }).image).toEqual({ reference: image, line: 1 });
    },
  );

  test.each(['', '-v', 'a b', 'a:$(x)', 'A/b', 'a@sha256:1', 'a\nFROM b', 'x'.repeat(500)])(
    '%j is no image, and that is said',
    (image) => {
      const { image: found, problems } = readFile({ image });
      expect(found).toBeNull();
      expect(problems.join()).toContain('image in line 1');
    },
  );

  test.each(['--user', 'a b', 'a;b', '$(id)', "'", '/etc', 'a'.repeat(33)])(
    '%j is no user, and that is said',
    (name) => {
      const { container, problems } = readFile({ image: 'debian', remoteUser: name });
      expect(container.remoteUser).toBeNull();
      expect(problems.join()).toContain('remoteUser in line 1');
    },
  );

  test('what is built isn’t taken from the name of an image', () => {
    expect(readFile({ image: 'debian', build: { dockerfile: 'Dockerfile' } }).image).toBeNull();
  });
});

describe('an image’s metadata', () => {
  const none = readImageMetadata(undefined, place);

  test('is merged in its order, and the file counts more', () => {
    const label = JSON.stringify([
      { remoteUser: 'first', containerEnv: { A: '1', B: '1' }, entrypoint: '/one' },
      {
        remoteUser: 'node',
        containerUser: 'app',
        containerEnv: { B: '2' },
        entrypoint: '/two',
        overrideCommand: false,
      },
    ]);
    const metadata = readImageMetadata(label, place);
    expect(metadata).toMatchObject({ containerEnv: { A: '1', B: '2' }, refusals: [] });
    const wanted = { remoteUser: null, containerUser: null, overrideCommand: null };
    const expected = {
      SLIPWAY_COMMAND_USER: 'app',
      SLIPWAY_OVERRIDE_COMMAND: 'false',
      SLIPWAY_ENTRYPOINTS: '/one\n/two',
    };
    expect(containerEnvironment(wanted, metadata)).toEqual({ ...expected, SLIPWAY_USER: 'node' });
    const own = { ...wanted, remoteUser: 'root', overrideCommand: true };
    expect(containerEnvironment(own, metadata)).toMatchObject({ SLIPWAY_USER: 'root' });
    expect(containerEnvironment(own, metadata)).not.toHaveProperty('SLIPWAY_OVERRIDE_COMMAND');
    expect(containerEnvironment(wanted, none)).toEqual({});
  });

  test('grants nothing: what no workspace may have is refused', () => {
    const label = JSON.stringify([
      { privileged: true, capAdd: ['SYS_ADMIN'], mounts: ['type=bind,source=/etc,target=/e'] },
    ]);
    expect(readImageMetadata(label, place).refusals).toHaveLength(3);
  });

  test.each(['nonsense', '{', '[1,"x",null]', '[]'])('that is %s says nothing', (label) => {
    expect(readImageMetadata(label, place)).toEqual(none);
  });
});

describe('the image of a name', () => {
  interface Engined {
    local?: Record<string, Record<string, string>>;
    pulls?: string[];
  }
  const engineWith = ({ local = {}, pulls = [] }: Engined) =>
    ({
      inspectImage: async (reference: string) => {
        const labels = local[reference];
        if (!labels) throw new EngineError('not-found', reference);
        return { id: `id of ${reference}`, labels };
      },
      imageExists: async () => false,
      findDigest: async () => DIGEST,
      pullImage: async (reference: string) => void pulls.push(reference),
    }) as unknown as Engine;
  const config = { egressAllow: [], localImages: [], registry: 'registry.example.com/slipway' };

  test('is pulled by the digest that its registry has, so that no name on the engine moves', async () => {
    const pulls: string[] = [];
    const engine = engineWith({ local: { 'debian:13': {} }, pulls });
    const found = await bringProjectImage(engine, 'debian:13', { config, onOutput: silent });
    expect(pulls).toEqual([`debian@${DIGEST}`]);
    expect(found).toBe(`debian@${DIGEST}`);
  });

  test('is one that only the engine has if the operator allows the name, but never one of Slipway’s own', async () => {
    const pulls: string[] = [];
    const local = { 'team/base:1': {}, 'team/copy:1': { 'slipway.installation': 'x' } };
    const allowed = { config: { ...config, localImages: ['team/*'] }, onOutput: silent };
    expect(await bringProjectImage(engineWith({ local, pulls }), 'team/base:1', allowed)).toBe('id of team/base:1');
    expect(pulls).toEqual([]);
    expect(await bringProjectImage(engineWith({ local, pulls }), 'team/copy:1', allowed)).toBe(`team/copy@${DIGEST}`);
  });

  test.each([
    'localhost:5000/a',
    '127.0.0.1:5000/a',
    '10.0.0.1:80/a',
    'registry:5000/a',
    'registry.example.com/slipway/x',
  ])('%s is refused: engines reach more than workspaces do', async (reference) => {
    const pulls: string[] = [];
    const bringing = bringProjectImage(engineWith({ pulls }), reference, { config, onOutput: silent });
    await expect(bringing).rejects.toThrow('isn’t a public registry');
    expect(pulls).toEqual([]);
  });

  test.each([
    ['a/b', 'a/*', true],
    ['a/b:1', 'a/b', false],
    ['xa/b', 'a/*', false],
    ['a-b-c', 'a*b*c', true],
    ['ab', 'ab*b', false],
    ['a', '', false],
  ])('%s with the pattern %j: %s', (reference, pattern, allowed) => {
    expect(isAllowedLocally(reference, [pattern])).toBe(allowed);
  });
});

describe('Slipway’s parts over an image', () => {
  const details: ImageDetails = {
    ...{ id: 'sha256:own', architecture: 'amd64', os: 'linux', layers: [], config: {}, labels: {} },
    ...{ entrypoint: [], command: ['serve'], user: '', volumes: [], hasTriggers: false },
  };
  const over = async (own: Partial<ImageDetails>, owner: string | null = null, installation = 'one') => {
    const built: { tag: string; labels?: Record<string, string> | undefined }[] = [];
    const engine = {
      inspectImage: async (image: string) => (image === 'parts' ? details : { ...details, ...own }),
      imageExists: async () => false,
      buildImage: async (request: { tag: string; labels?: Record<string, string> }) => void built.push(request),
    } as unknown as Engine;
    const request = { image: 'own', owner, labels: { 'slipway.installation': installation } };
    const tag = await ensureOverImage(engine, request, { parts: 'parts', onOutput: silent });
    return { tag, built };
  };

  test('carry the installation, and belong to one owner', async () => {
    const [one] = (await over({})).built;
    expect(one?.labels).toMatchObject({ 'slipway.installation': 'one', 'slipway.image': 'over' });
    const tags = [over({}), over({}), over({}, 'organization'), over({}, null, 'two'), over({ id: 'sha256:other' })];
    const [first, again, ...others] = (await Promise.all(tags)).map(({ tag }) => tag);
    expect(again).toBe(first);
    expect(new Set([first, ...others]).size).toBe(4);
  });

  test.each([
    ['for another processor', { architecture: 'riscv64' }, 'linux/riscv64'],
    ['for another system', { os: 'windows' }, 'windows/amd64'],
    ['that would run something while it is built on', { hasTriggers: true }, 'ONBUILD'],
    ['with a user that could be an option', { user: '--user' }, '--user'],
    ['with a user that ends its line', { user: 'a"\nRUN x' }, 'no valid user'],
  ])('aren’t put over one %s', async (_, own, reason) => {
    await expect(over(own)).rejects.toThrow(reason);
  });
});
