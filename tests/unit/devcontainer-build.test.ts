import { expect, test } from 'vitest';
import { readBuild } from '#server/features/workspaces/devcontainer-build.ts';
import { readJsonFile } from '#server/features/workspaces/devcontainer-json.ts';

const projectFolder = '/home/dev/project';

const place = '.devcontainer/devcontainer.json';

function read(file: unknown) {
  const { root } = readJsonFile(JSON.stringify(file, null, 1), { folder: projectFolder, id: 'id' });
  const reading = { place, projectFolder, problems: [] as string[], refusals: [] as string[] };
  return { wanted: readBuild(new Map(root?.children), reading), ...reading };
}

test('a Dockerfile with its context, arguments and stage, and features with their order', () => {
  const { wanted, refusals } = read({
    build: { dockerfile: 'Dockerfile', context: '..', args: { A: 'x' }, target: 'dev', cacheFrom: 'x' },
    features: { './own': {}, 'ghcr.io/devcontainers/features/go:1': { version: '1.24' } },
    overrideFeatureInstallOrder: ['./own'],
    remoteUser: 'vscode',
    postCreateCommand: 'not for a build',
  });
  expect(refusals).toEqual([]);
  expect(wanted).toMatchObject({ property: 'build', line: 2 });
  expect(wanted?.recipe).toEqual({
    place,
    build: { dockerfile: 'Dockerfile', context: '..', args: { A: 'x' }, target: 'dev' },
    features: { './own': {}, 'ghcr.io/devcontainers/features/go:1': { version: '1.24' } },
    overrideFeatureInstallOrder: ['./own'],
    users: { remoteUser: 'vscode' },
  });
});

test('older files have their Dockerfile at the top, and variables may name the project', () => {
  const older = read({ dockerFile: 'docker/Dockerfile', context: `\${localWorkspaceFolder}` });
  expect(older.wanted?.recipe).toMatchObject({ build: { dockerfile: 'docker/Dockerfile', context: '..' } });
  expect(older.refusals).toEqual([]);
});

test('features are put on an image; an image alone, and Docker Compose, need no build', () => {
  expect(read({ image: 'debian', features: { './own': {} } }).wanted?.recipe).toMatchObject({ image: 'debian' });
  expect(read({ image: 'debian' }).wanted).toBeNull();
  expect(read({ image: 'debian', features: {} }).wanted).toBeNull();
  expect(read({ dockerComposeFile: 'compose.yml', features: { './own': {} } }).wanted).toBeNull();
});

test.each([
  ['a context', { build: { dockerfile: 'Dockerfile', context: '../..' } }, 'build.context in line 4'],
  ['a Dockerfile', { build: { dockerfile: '/etc/passwd' } }, 'build.dockerfile in line 3'],
  ['a feature', { image: 'debian', features: { '../../other': {} } }, 'features in line 4'],
])('%s outside of the project ends a launch', (_, file, place) => {
  expect(read(file).refusals).toEqual([expect.stringContaining(place)]);
});

test.each(['--network=host', '--network host', '--allow=security.insecure', '--security-opt=seccomp=unconfined'])(
  'the option %s of a build asks for rights over the machine',
  (option) => {
    const { refusals } = read({ build: { dockerfile: 'Dockerfile', options: ['--pull', option] } });
    expect(refusals).toEqual([expect.stringContaining('asks for rights over the machine')]);
  },
);

test('other options of a build end nothing', () => {
  const { refusals } = read({ build: { dockerfile: 'Dockerfile', options: ['--network=none', '--no-cache'] } });
  expect(refusals).toEqual([]);
});
