import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { type Devcontainer, readDevcontainer } from '#server/features/workspaces/devcontainer.ts';
import { STAGES } from '#server/features/workspaces/devcontainer-commands.ts';
import { type Environment, environmentFile } from '#server/features/workspaces/devcontainer-environment.ts';
import { PROPERTIES } from '#server/features/workspaces/devcontainer-properties.ts';
import { fillIn } from '#server/features/workspaces/devcontainer-variables.ts';
import { createReference, type ReferenceConfiguration } from '#tests/support/devcontainer-reference.ts';
import { fc } from '#tests/support/fast-check.ts';

const CONTAINER_ENV = { PATH: '/usr/bin:/bin', EMPTY: '' };
const reference = createReference(CONTAINER_ENV);
afterAll(() => reference.remove());

const place = { folder: '/home/dev/project', id: 'one' };
const read = (text: string) => readDevcontainer(text, place);

/** `${name}`, which a template literal would fill in itself. */
const variable = (name: string) => ['$', `{${name}}`].join('');

const text = (...others: string[]) => {
  const plain = ['a', 'b c', "it's", '"q"', '\\', '$', '{', '}', '$'.concat('{'), '\n', 'é', ':', '`id`', '*'];
  const known = [
    ...['HOME', 'localEnv:GONE', 'localEnv:GONE:there', 'env:GONE:there:more', 'localEnv:', 'localEnv:a b:c'],
    ...['localWorkspaceFolder', 'containerWorkspaceFolder', 'containerWorkspaceFolder:x', 'devcontainerId'],
    ...['localWorkspaceFolderBasename', 'containerWorkspaceFolderBasename', 'localenv:GONE:x', ''],
    ...[`localEnv:GONE:${variable('devcontainerId')}`, `localEnv:GONE:${variable('localWorkspaceFolder')}`],
    ...others,
  ];
  const part = fc.oneof(fc.constantFrom(...plain), fc.constantFrom(...known.map(variable)));
  return fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
};

/** Of what only a container knows, in an environment. */
const environmentText = text(
  ...['containerEnv:PATH', 'containerEnv:EMPTY:x', 'containerEnv:GONE', "containerEnv:GONE:it's:more"],
  ...['containerEnv:not a name:z', 'containerEnv:'],
);
const own = fc.constantFrom('A', 'B', 'C');
/** Those of the container are its own: the program that stands in for docker starts none with `containerEnv`. */
const names = fc.oneof(own, fc.constantFrom(...Object.keys(CONTAINER_ENV)));
const single = fc.oneof(text(), fc.array(text(), { maxLength: 3 }));
const command = fc.oneof(single, fc.dictionary(fc.constantFrom('one', 'two', '3'), single));
const size = fc.tuple(fc.nat(9999), fc.constantFrom('', 'kb', 'mb', 'gb', 'tb')).map((parts) => parts.join(''));
const port = fc.integer({ min: 1, max: 65_535 });
const settings = fc.dictionary(
  fc.constantFrom('a', 'b', 'editor.tabSize'),
  fc.oneof(
    text(),
    fc.nat(),
    fc.boolean(),
    fc.constant(null),
    fc.array(text(), { maxLength: 2 }),
    fc.object({ maxDepth: 1 }),
  ),
);

const file = fc.record(
  {
    name: text(),
    image: fc.constant('debian'),
    // Says which id it is for either.
    remoteUser: fc.constant(variable('devcontainerId')),
    forwardPorts: fc.array(
      fc.oneof(
        port,
        port.map((each) => `localhost:${each}`),
        fc.constantFrom('db:5432', `localhost:${variable('localEnv:GONE:8080')}`),
      ),
    ),
    portsAttributes: fc.dictionary(
      port.map(String),
      fc.record(
        { label: fc.constantFrom('Site', 'API'), onAutoForward: fc.constantFrom('ignore', 'notify') },
        { requiredKeys: [] },
      ),
      { maxKeys: 4 },
    ),
    containerEnv: fc.dictionary(own, fc.oneof(environmentText, fc.integer(), fc.boolean())),
    remoteEnv: fc.dictionary(names, fc.oneof(environmentText, fc.integer(), fc.constant(null))),
    ...Object.fromEntries(STAGES.map((stage) => [stage, command])),
    waitFor: fc.constantFrom('initializeCommand', ...STAGES, 'postAttachCommand'),
    hostRequirements: fc.record(
      {
        cpus: fc.integer({ min: 1, max: 64 }),
        memory: size,
        storage: size,
        gpu: fc.constantFrom(true, false, 'optional', { cores: 2 }),
      },
      { requiredKeys: [] },
    ),
    settings,
    customizations: fc.record({ vscode: fc.record({ settings }, { requiredKeys: [] }) }, { requiredKeys: [] }),
  },
  { requiredKeys: ['remoteUser'] },
);

/** As people write it: on lines of its own, with comments, trailing commas and a byte order mark. */
const asPeopleWrite = fc.tuple(file, fc.infiniteStream(fc.nat(3)), fc.boolean()).map(([value, choices, mark]) => {
  const choice = () => Number(choices.next().value);
  const lines = JSON.stringify(value, null, 2)
    .replace(/(["\]}\w])(?=\n *[}\]])/g, (end) => (choice() > 1 ? `${end},` : end))
    .replaceAll('\n', () => ['\n', ' // "a note": {\n', '\n/* two\nlines } */ ', '\r\n'][choice()] ?? '\n');
  return `${mark ? '\uFEFF' : ''}${lines}`;
});

/** What both read, in the same words. */
interface Reading {
  ports: number[];
  labels: Record<string, string>;
  ignoredPorts: number[];
  environment: Record<string, string>;
  commands: unknown[][];
  waitFor: number;
  requirements: Devcontainer['requirements'];
  settings: Record<string, unknown>;
}

/** Each implementation makes its own id of what it knows of the container. */
function withoutId<T>(reading: T, id: string | undefined): T {
  return JSON.parse(JSON.stringify(reading).replaceAll(id ?? 'none', 'ID')) as T;
}

function ours(found: Devcontainer): Reading {
  const { ports, portLabels, ignoredPorts, containerEnv, remoteEnv, commands, waitFor, requirements, settings } = found;
  const reading = {
    ports,
    labels: Object.fromEntries(portLabels),
    ignoredPorts: [...ignoredPorts].sort(),
    environment: inShell(containerEnv, remoteEnv),
    commands: STAGES.map((stage) => commands[stage].map((each) => [each.name, each.command])),
    waitFor,
    requirements,
    settings,
  };
  return withoutId(reading, fillIn(variable('devcontainerId'), place));
}

/** What a program has of it. */
function inShell(...environments: Environment[]): Record<string, string> {
  const script = `set -a\n${environments.map(environmentFile).join('')}set +a\n/usr/bin/env -0`;
  const [...lines] = execFileSync('/bin/sh', ['-c', script], { env: CONTAINER_ENV }).toString().split('\0');
  const all = lines.filter(Boolean).map((line) => [line.split('=', 1)[0] ?? '', line.split('=').slice(1).join('=')]);
  return Object.fromEntries(all.filter(([name]) => name !== 'PWD' && name !== '_' && name !== 'SHLVL'));
}

function theirs(merged: ReferenceConfiguration): Reading {
  const attributes = Object.entries(merged.portsAttributes);
  const set = { ...CONTAINER_ENV, ...merged.containerEnv, ...merged.remoteEnv };
  const { cpus, memory, storage, gpu } = merged.hostRequirements ?? {};
  const stages = ['initializeCommand', ...STAGES];
  const reading = {
    ports: (merged.forwardPorts ?? []).filter((each) => typeof each === 'number'),
    labels: Object.fromEntries(attributes.flatMap(([number, { label }]) => (label ? [[number, label]] : []))),
    ignoredPorts: attributes
      .flatMap(([number, each]) => (each.onAutoForward === 'ignore' ? [Number(number)] : []))
      .sort(),
    environment: Object.fromEntries(
      Object.entries(set).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
    ),
    commands: STAGES.map((stage) => merged[`${stage}s`].flatMap(theirCommands)),
    waitFor:
      merged.waitFor === 'postAttachCommand' ? STAGES.length : stages.indexOf(merged.waitFor ?? 'updateContentCommand'),
    requirements: {
      cpus: cpus || null,
      memoryMb: inMegabytes(memory),
      storageMb: inMegabytes(storage),
      gpu: gpu === true || typeof gpu === 'object',
    },
    settings: merged.customizations?.vscode?.[0]?.settings ?? {},
  };
  return withoutId(reading, merged.remoteUser);
}

/** It adds up bytes, and leaves out what needs none. */
function inMegabytes(bytes: string | undefined): number | null {
  return bytes === undefined ? null : Number(bytes) / 2 ** 20;
}

/** As it runs them: a text in a shell, an empty one not at all. */
function theirCommands(stage: unknown): unknown[][] {
  const named = typeof stage === 'object' && stage !== null && !Array.isArray(stage);
  const each = named ? Object.entries(stage) : [[null, stage]];
  return each.flatMap(([name, value]) => {
    if (typeof value === 'string') return value.trim() ? [[name, ['/bin/sh', '-c', value]]] : [];
    return Array.isArray(value) && value.length > 0 ? [[name, value]] : [];
  });
}

/** Nothing is needed where nothing is asked for. */
function needs({ requirements: { cpus, memoryMb, storageMb, gpu } }: Reading) {
  return { cpus: cpus || null, memoryMb: memoryMb || null, storageMb: storageMb || null, gpu };
}

const sorted = (list: unknown[][]) =>
  list.map((stage) => [...stage].sort((a, b) => String(a).localeCompare(String(b))));

test('a file is read as @devcontainers/cli reads it', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(asPeopleWrite, async (source) => {
      const answer = await reference.read({ '.devcontainer.json': source });
      const found = read(source);
      expect(found.refusals).toEqual([]);
      expect(answer).not.toBeNull();
      const [wanted, got] = [theirs(answer as ReferenceConfiguration), ours(found)];
      expect({ ...got, requirements: needs(got), commands: sorted(got.commands) }).toEqual({
        ...wanted,
        requirements: needs(wanted),
        commands: sorted(wanted.commands),
      });
    }),
    { numRuns: 30 },
  );
});

test('of two properties with the same name, the last one counts', async () => {
  const source =
    '{ "remoteEnv": { "A": "1", "B": "2" }, "remoteEnv": { "A": "3" }, "forwardPorts": [1], "forwardPorts": [2] }';
  const answer = await reference.read({ '.devcontainer.json': source });
  expect(ours(read(source))).toEqual(theirs(answer as ReferenceConfiguration));
  expect(read(source).ports).toEqual([2]);
});

describe('where it differs on purpose', () => {
  test.each(['localEnv', 'env', 'containerEnv', `localEnv:GONE:${variable('containerEnv:PATH')}`])(
    '%s without a name ends nothing here, and is told',
    async (name) => {
      const source = JSON.stringify({ image: 'debian', remoteEnv: { A: variable(name) } });
      expect(await reference.read({ '.devcontainer.json': source })).toBeNull();
      expect(read(source)).toMatchObject({ refusals: [], problems: [expect.stringContaining('which variable')] });
    },
  );

  test.each(['{ "name": "x" "image": "debian" }', '{ "name": "x", ', '{ "name": "x" } and more'])(
    '%s is broken, and not guessed at',
    async (source) => {
      expect(await reference.read({ '.devcontainer.json': source })).toMatchObject({ name: 'x' });
      expect(read(source).refusals).toEqual([expect.stringContaining('in line 1')]);
    },
  );
});

test.each(['[]', '"text"', 'null', '5'])('%s is refused by both', async (source) => {
  expect(await reference.read({ '.devcontainer.json': source })).toBeNull();
  expect(read(source).refusals).toHaveLength(1);
});

test('every property of the specification’s schema is known', () => {
  const common = [
    ...['$schema', 'name', 'features', 'overrideFeatureInstallOrder', 'secrets', 'forwardPorts', 'portsAttributes'],
    ...['otherPortsAttributes', 'updateRemoteUserUID', 'containerEnv', 'containerUser', 'mounts', 'init', 'privileged'],
    ...['capAdd', 'securityOpt', 'remoteEnv', 'remoteUser', 'initializeCommand', 'onCreateCommand'],
    ...[
      'updateContentCommand',
      'postCreateCommand',
      'postStartCommand',
      'postAttachCommand',
      'waitFor',
      'userEnvProbe',
    ],
    ...['hostRequirements', 'customizations'],
  ];
  const scenarios = [
    ...['appPort', 'runArgs', 'shutdownAction', 'overrideCommand', 'workspaceFolder', 'workspaceMount', 'build'],
    ...['build.dockerfile', 'build.context', 'build.target', 'build.args', 'build.cacheFrom', 'build.options'],
    ...['dockerFile', 'context', 'image', 'dockerComposeFile', 'service', 'runServices'],
  ];
  const nested = [
    ...['onAutoForward', 'elevateIfNeeded', 'label', 'requireLocalPort', 'protocol'].map(
      (each) => `portsAttributes.${each}`,
    ),
    ...['cpus', 'memory', 'storage', 'gpu'].map((each) => `hostRequirements.${each}`),
  ];
  expect(Object.keys(PROPERTIES)).toEqual(expect.arrayContaining([...common, ...scenarios, ...nested]));
});
