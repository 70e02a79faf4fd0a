import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDevcontainer } from '#server/features/workspaces/devcontainer.ts';
import { noCommands, STAGES, stagesFrom } from '#server/features/workspaces/devcontainer-commands.ts';
import { environmentFile } from '#server/features/workspaces/devcontainer-environment.ts';
import { PROPERTIES } from '#server/features/workspaces/devcontainer-properties.ts';
import { explainMissing } from '#server/features/workspaces/devcontainer-requirements.ts';
import { fillIn } from '#server/features/workspaces/devcontainer-variables.ts';
import { translate } from '#server/platform/translate.ts';
import { fc } from '#tests/support/fast-check.ts';

/** `${name}`, which a template literal would fill in itself. */
const variable = (name: string) => ['$', `{${name}}`].join('');

const place = { folder: '/home/dev/project', id: 'one' };
const read = (text: string) => readDevcontainer(text, place);
const readValue = (value: unknown) => read(JSON.stringify(value));

const nothing = {
  ...{ build: null, image: null, container: { remoteUser: null, containerUser: null, overrideCommand: null } },
  ...{ ports: [], portLabels: new Map(), ignoredPorts: [], followed: [], secrets: [] },
  ...{ containerEnv: {}, remoteEnv: {}, commands: noCommands(), waitFor: 2, settings: {} },
  ...{
    requirements: { cpus: null, memoryMb: null, storageMb: null, gpu: false },
    ignored: [],
    problems: [],
    refusals: [],
  },
};

test('comments, trailing commas and a byte order mark are fine; what does not map is named', () => {
  const text = `\uFEFF{
    "name": "App", // shown by editors
    /* not here */ "dockerComposeFile": "compose.yml",
    "forwardPorts": [3000, "localhost:8080", "db:5432",],
    "portsAttributes": {
      "5173": { "label": "Site", "onAutoForward": "openBrowser" },
      "9229": { "onAutoForward": "ignore" },
      "40000-55000": { "label": "Range" },
    },
    "containerEnv": { "MODE": "dev" },
    "postCreateCommand": ["npm", "ci"],
  }`;
  expect(read(text)).toEqual({
    ...nothing,
    ports: [3000, 8080],
    portLabels: new Map([[5173, 'Site']]),
    ignoredPorts: [9229],
    containerEnv: { MODE: 'dev' },
    commands: { ...noCommands(), postCreateCommand: [{ name: null, command: ['npm', 'ci'], line: 11 }] },
    followed: ['name', 'forwardPorts', 'portsAttributes', 'containerEnv', 'postCreateCommand'],
    ignored: ['Ignored in workspaces: dockerComposeFile.', expect.stringContaining('own image')],
    problems: [
      'forwardPorts in line 4 names db:5432, which is not a port of the workspace.',
      'portsAttributes 40000-55000 in line 8 is not a single port of the workspace, so it was ignored.',
    ],
  });
});

test.each(STAGES)('%s is a text for a shell, or several with names', (stage) => {
  const commands = (value: unknown) => readValue({ [stage]: value }).commands[stage];
  expect(commands('a && b')).toEqual([{ name: null, command: ['/bin/sh', '-c', 'a && b'], line: 1 }]);
  expect(commands({ one: 'a', two: ['b', 'c'] })).toEqual([
    { name: 'one', command: ['/bin/sh', '-c', 'a'], line: 1 },
    { name: 'two', command: ['b', 'c'], line: 1 },
  ]);
});

test.each([[''], [' '], [[]], [{}], [null], [{ one: '', two: [] }]])(
  '%j is no command, and no mistake',
  (postCreateCommand) => {
    expect(readValue({ postCreateCommand })).toEqual({ ...nothing, followed: ['postCreateCommand'] });
  },
);

test.each([
  ['{\n  "name": "x"\n  "image": 1\n}', 'a comma is missing in line 3, at or after name'],
  ['{\n  "name": "x",\n  "image" 1\n}', 'a colon is missing in line 3, at or after image'],
  ['{\n"forwardPorts": [1', 'a closing bracket ] is missing in line 2, at or after forwardPorts'],
  ['{ "name": "x }', 'a closing quote is missing in line 1, at or after name'],
  ['[]', 'it is no object'],
  ['', 'a value is missing in line 1'],
  [`{\n"a": ${'['.repeat(400_000)}`, 'line 2 is nested more than 50 levels deep'],
  [`{"a": "\\\n"${'['.repeat(400_000)}"`, 'line 2 is nested more than 50 levels deep'],
  [`{"name": "${'é'.repeat(500_000)}"}`, 'it is larger than 1 MB'],
])('a file that can’t be read is told in plain words (%#)', (text, what) => {
  expect(read(text)).toEqual({ ...nothing, refusals: [`We couldn’t read it: ${what}.`] });
});

test('an object where a port or a size belongs is told', () => {
  expect(read('{"forwardPorts": [{}, []], "hostRequirements": {"memory": {}}}').problems).toEqual([
    'hostRequirements memory in line 1 must be a size like 4gb, so it was ignored.',
    'forwardPorts in line 1 names {}, which is not a port of the workspace.',
    'forwardPorts in line 1 names [], which is not a port of the workspace.',
  ]);
});

test('what has a wrong form is told with its line and left out alone', () => {
  const text = `{
    "forwardPorts": [0, 70000, "localhost:81", null],
    "portsAttributes": { "70000": {}, "82": { "label": 5, "onAutoForward": "ignore" }, "83": "x" },
    "containerEnv": { "GOOD": "y",
      "GONE": "y" },
    "postCreateCommand": { "a": "b", "c": 1 },
    "containerEnv": { "not-a-name": "x", "UID": 5, "N": [], "NUL": "\\u0000", "GOOD": "z" }, "madeUp": 1, "mounts": [], "runArgs": []
  }`;
  expect(read(text)).toEqual({
    ...nothing,
    ...{ ports: [81], ignoredPorts: [82], containerEnv: { GOOD: 'z' } },
    commands: { ...noCommands(), postCreateCommand: [{ name: 'a', command: ['/bin/sh', '-c', 'b'], line: 6 }] },
    followed: ['forwardPorts', 'portsAttributes', 'containerEnv', 'postCreateCommand'],
    ignored: [
      'Ignored in workspaces: madeUp.',
      'The specification doesn’t have these properties.',
      'Ignored in workspaces: mounts, runArgs.',
      'A workspace can’t change how its container or machine runs.',
    ],
    problems: [
      'containerEnv is there twice; the one in line 7 counts.',
      'postCreateCommand c in line 6 must be text or a list of texts, so it was ignored.',
      'containerEnv not-a-name in line 7 is not a variable’s name, so it was ignored.',
      'containerEnv UID in line 7 is not a variable’s name, so it was ignored.',
      'containerEnv N in line 7 must be text, so it was ignored.',
      'containerEnv NUL in line 7 must be text without NUL characters, so it was ignored.',
      'forwardPorts in line 2 names 0, which is not a port of the workspace.',
      'forwardPorts in line 2 names 70000, which is not a port of the workspace.',
      'forwardPorts in line 2 names null, which is not a port of the workspace.',
      'portsAttributes 70000 in line 3 is not a single port of the workspace, so it was ignored.',
      'label in line 3 must be text, so it was ignored.',
      'portsAttributes 83 in line 3 must be an object, so it was ignored.',
    ],
  });
  expect(read('{"forwardPorts": 3000, "containerEnv": [], "postCreateCommand": 1}').problems).toEqual([
    'postCreateCommand in line 1 must be text or a list of texts, so it was ignored.',
    'containerEnv in line 1 must be an object, so it was ignored.',
    'forwardPorts in line 1 must be a list of ports, so it was ignored.',
  ]);
  const flood = readValue({ forwardPorts: Array(1000).fill('x'.repeat(500)) }).problems;
  expect(flood).toHaveLength(31);
  expect(flood.at(-1)).toBe('There are 970 more problems like these.');
  expect(read('{}')).toEqual(nothing);
});

test('whatever a file holds, only usable ports, names and commands come out', () => {
  const names = fc.constantFrom(...Object.keys(PROPERTIES), '__proto__', 'constructor', '80', 'A');
  const { file } = fc.letrec((tie) => ({
    value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string(), fc.integer(), tie('file')),
    file: fc.dictionary(names, tie('value'), { depthIdentifier: 'file', maxKeys: 8 }),
  }));
  const text = fc.oneof(
    fc.string(),
    file.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(text, (source) => {
      const { ports, portLabels, ignoredPorts, containerEnv, remoteEnv, commands, ...rest } = read(source);
      for (const port of [...ports, ...portLabels.keys(), ...ignoredPorts]) {
        expect(Number.isInteger(port) && port > 0 && port <= 65_535).toBe(true);
      }
      for (const [name, value] of [...Object.entries(containerEnv), ...Object.entries(remoteEnv)]) {
        expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
        expect(value ?? '').not.toContain('\0');
      }
      expect(Object.values(containerEnv)).not.toContain(null);
      for (const { command } of Object.values(commands).flat()) {
        expect(command.length).toBeGreaterThan(0);
        expect(command.every((part) => typeof part === 'string')).toBe(true);
      }
      expect(rest.waitFor).toBeLessThanOrEqual(STAGES.length);
      expect(explainMissing(rest.requirements, { cpuCores: 1e9, memoryMb: 1e30, diskGb: 0, gpu: true })).toEqual([]);
    }),
  );
});

test('commands run in their order, and a workspace waits for those up to waitFor', () => {
  const shapes = fc.dictionary(fc.constantFrom(...STAGES), fc.constantFrom('a', ['b', 'c'], { one: 'a', two: ['b'] }));
  const waits = ['initializeCommand', ...STAGES];
  fc.assert(
    fc.property(shapes, fc.constantFrom(...waits), (file, waitFor) => {
      const found = readValue({ ...file, waitFor });
      expect(stagesFrom(found.commands, 'onCreateCommand')).toEqual(STAGES.filter((stage) => stage in file));
      expect(found.waitFor).toBe(waits.indexOf(waitFor));
      expect(found.problems).toEqual([]);
    }),
  );
  expect(stagesFrom(read('{"onCreateCommand": "a"}').commands, 'postCreateCommand')).toEqual([]);
  expect(read('{"waitFor": "lunch"}')).toMatchObject({
    waitFor: 2,
    problems: ['waitFor in line 1 names no command that runs here, so it was ignored.'],
  });
  expect(readValue({ waitFor: 'postAttachCommand' })).toMatchObject({ waitFor: STAGES.length, problems: [] });
});

test('what a workspace’s size lacks of the project’s requirements is told', () => {
  const missing = (hostRequirements: unknown, gpu = false) => {
    const { requirements, problems } = readValue({ hostRequirements });
    return [...problems, ...explainMissing(requirements, { cpuCores: 2, memoryMb: 2048, diskGb: 8, gpu })];
  };
  expect(missing({ cpus: 4, memory: '4gb', storage: '32GB', gpu: true })).toEqual([
    'The project asks for CPU cores: 4. This workspace has 2.',
    'The project asks for 4 GB of memory. This workspace has 2 GB.',
    'The project asks for 32 GB of disk. This workspace has 8 GB.',
    'The project asks for a GPU. This workspace’s machine has none.',
  ]);
  expect(missing({ cpus: 2, memory: '2gb', storage: '8gb', gpu: { cores: 1 } }, true)).toEqual([]);
  expect(missing({ gpu: 'optional', memory: 2 ** 31 })).toEqual([]);
  expect(missing({ gpu: false })).toEqual([]);
  expect(missing({ gpu: 'yes' })).toEqual([
    'hostRequirements gpu in line 1 must be true, false, "optional" or an object, so it was ignored.',
  ]);
  expect(missing({ memory: '2049mb' })).toHaveLength(1);
  expect(missing({ cpus: 'many', memory: '4 gigs' })).toEqual([
    'hostRequirements cpus in line 1 must be a number of cores, so it was ignored.',
    'hostRequirements memory in line 1 must be a size like 4gb, so it was ignored.',
  ]);
  expect(missing([])).toEqual(['hostRequirements in line 1 must be an object, so it was ignored.']);
});

test('of the customizations, settings of VS Code are used and the rest is named', () => {
  const vscode = { settings: { 'editor.tabSize': 3 }, extensions: ['a.b'] };
  const found = readValue({ customizations: { vscode, jetbrains: { backend: 'x' } } });
  expect(found.settings).toEqual({ 'editor.tabSize': 3 });
  expect(found.ignored).toEqual([
    'Ignored in workspaces: customizations.vscode.extensions.',
    expect.stringContaining('Open VSX'),
    'Ignored in workspaces: customizations.jetbrains.',
    expect.stringContaining('other tools'),
  ]);
  expect(readValue({ customizations: { vscode: { settings: [] } } }).problems).toEqual([
    'customizations.vscode.settings in line 1 must be an object, so it was ignored.',
  ]);
  expect(readValue({ customizations: [] }).problems).toEqual([
    'customizations in line 1 must be an object, so it was ignored.',
  ]);
});

test.each(['de', 'es', 'ja'])('every line about a file is translated into %s', (locale) => {
  const files = [
    '{ "name": "x" "image": 1 }',
    '{ "a": 1, ',
    '[]',
    '{"forwardPorts": 1, "portsAttributes": 2, "containerEnv": 3, "remoteEnv": 4, "waitFor": 5, "hostRequirements": 6}',
    '{"forwardPorts": [0], "portsAttributes": {"0": {}, "81": 1, "82": {"label": 1}}, "postStartCommand": 1}',
    '{"containerEnv": {"-": "", "N": 1, "NUL": "\\u0000"}, "hostRequirements": {"cpus": "x", "memory": "x"}}',
    JSON.stringify(Object.fromEntries(Object.keys(PROPERTIES).map((name) => [name, {}]))),
    '{"portsAttributes": {"3000": {"protocol": "https", "requireLocalPort": true}}}',
    JSON.stringify({ hostRequirements: { gpu: 5 }, remoteEnv: { A: variable('localEnv') }, privileged: true }),
    '{"customizations": 1}',
    '{"mounts": ["type=bind,source=/etc,target=/etc"], "features": {"https://169.254.169.254/a.tgz": {}}}',
    JSON.stringify({ postCreateCommand: Object.fromEntries([...Array(21).keys()].map((name) => [name, 'true'])) }),
  ];
  const told = files.map(read).flatMap(({ problems, ignored, refusals }) => [...problems, ...ignored, ...refusals]);
  expect(told.length).toBeGreaterThan(35);
  expect(told.filter((line) => translate(line, locale) === line)).toEqual([]);
  expect(translate(told[0] ?? '', locale)).not.toContain('comma');
});

test('the guide lists each property with what the log says of it', () => {
  const guide = readFileSync(
    path.resolve(import.meta.dirname, '../../server/features/workspaces/devcontainer.md'),
    'utf8',
  );
  const table = guide.split('## Every property')[1] ?? '';
  const rows = [...table.matchAll(/^\| `(.*)` \| (.*) \|$/gm)].map(([, name, why]) => [name, why === '✓' ? true : why]);
  expect(rows).toEqual(Object.entries(PROPERTIES));
});

test('a text has the specification’s variables filled in and keeps the shell’s', () => {
  const filledIn = (name: string) => fillIn(variable(name), place);
  expect(filledIn('devcontainerId')).toMatch(/^[0-9a-v]{52}$/);
  expect(filledIn('containerWorkspaceFolder')).toBe('/home/dev/project');
  expect(filledIn('localWorkspaceFolderBasename')).toBe('project');
  expect(filledIn('localEnv:ProgramFiles(x86):there:and more')).toBe('there');
  expect(filledIn('localEnv:HOME')).toBe('');
  expect(filledIn('HOME')).toBe(variable('HOME'));
  expect(filledIn('containerEnv:HOME')).toBe(variable('containerEnv:HOME'));
});

test('variables are filled in wherever there is text', () => {
  const folder = variable('containerWorkspaceFolder');
  const found = readValue({
    forwardPorts: [`localhost:${variable('localEnv:PORT:8080')}`, 8080],
    postCreateCommand: ['ls', folder],
    remoteEnv: { HERE: folder, ID: variable('devcontainerId'), ANY: variable('localEnv') },
    customizations: { vscode: { settings: { 'python.path': [`${folder}/.venv`] } } },
  });
  expect(found).toMatchObject({
    ports: [8080],
    commands: { postCreateCommand: [{ command: ['ls', place.folder] }] },
    remoteEnv: { HERE: place.folder, ID: fillIn(variable('devcontainerId'), place), ANY: variable('localEnv') },
    settings: { 'python.path': [`${place.folder}/.venv`] },
    problems: [`${variable('localEnv')} in line 1 doesn’t say which variable, so it stays as it is.`],
  });
});

test('settings of older files count less than those of the customizations', () => {
  const vscode = { settings: { a: 1, b: 1 } };
  const found = readValue({ settings: { b: 2, c: 2 }, extensions: ['x.y'], customizations: { vscode } });
  expect(found.settings).toEqual({ a: 1, b: 1, c: 2 });
  expect(found.ignored).toEqual(['Ignored in workspaces: extensions.', expect.stringContaining('Open VSX')]);
});

test('what is in a property that is applied in part is named by itself', () => {
  const portsAttributes = { 80: { label: 'a', protocol: 'https' }, 81: { protocol: 'http', elevateIfNeeded: true } };
  const found = readValue({ portsAttributes, hostRequirements: { cpus: 1, disks: 2 } });
  expect(found.ignored).toEqual([
    'Ignored in workspaces: portsAttributes.protocol.',
    expect.stringContaining('HTTP or TCP'),
    'Ignored in workspaces: portsAttributes.elevateIfNeeded.',
    expect.stringContaining('an address of its own'),
    'Ignored in workspaces: hostRequirements.disks.',
    expect.stringContaining('specification'),
  ]);
});

describe('a project that asks for what no workspace has is refused', () => {
  const privileges = (what: string) => `${what} in line 1 asks for rights over the machine, which no workspace has.`;
  const hostPath = (what: string, where: string) =>
    `${what} in line 1 names ${where}, which is on the machine outside of the workspace.`;
  const address = (host: string) => `features in line 1 names ${host}, which isn’t a public address.`;
  const home = variable('localEnv:HOME');

  test.each<[object, string[]]>([
    [{ privileged: true }, [privileges('privileged')]],
    [
      { capAdd: ['SYS_ADMIN', 'cap_sys_ptrace', 'NET_ADMIN'] },
      ['capAdd SYS_ADMIN', 'capAdd NET_ADMIN'].map(privileges),
    ],
    [{ runArgs: ['--cap-add', 'ALL', '--privileged'] }, ['runArgs --cap-add', 'runArgs --privileged'].map(privileges)],
    [{ runArgs: ['--network=host', '--pid', 'host'] }, ['runArgs --network', 'runArgs --pid'].map(privileges)],
    [{ runArgs: ['--device=/dev/kvm'] }, [privileges('runArgs --device')]],
    [{ runArgs: ['-v', '/var/run/docker.sock:/x'] }, [hostPath('runArgs -v', '/var/run/docker.sock')]],
    [{ runArgs: ['--mount', 'type=bind,src=/etc,dst=/x'] }, [hostPath('runArgs --mount', '/etc')]],
    [{ mounts: ['source=/,target=/host,type=bind'] }, [hostPath('mounts', '/')]],
    [{ mounts: [{ type: 'bind', source: '/etc', target: '/x' }] }, [hostPath('mounts', '/etc')]],
    [{ workspaceMount: 'type=bind,source=/srv,target=/x' }, [hostPath('workspaceMount', '/srv')]],
    [{ features: { 'https://169.254.169.254/latest/x.tgz': {} } }, [address('169.254.169.254')]],
    [{ features: { 'http://2852039166/x.tgz': {} } }, [address('169.254.169.254')]],
    [
      { features: { '[fd00::1]:5000/a/b:1': {}, 'localhost:5000/a/b': {} } },
      [address('fd00::1'), address('localhost')],
    ],
  ])('%j', (file, refusals) => {
    expect(readValue(file).refusals).toEqual(refusals);
  });

  test.each<object>([
    { privileged: false, capAdd: ['SYS_PTRACE'], securityOpt: ['seccomp=unconfined'] },
    { runArgs: ['--init', '--network=app', '--cap-add=SYS_PTRACE', '--privileged=false', '-v', 'data:/data', 5] },
    { mounts: ['source=cache,target=/cache,type=volume', `source=${home}/.ssh,target=/x,type=bind`, 7] },
    { mounts: [{ type: 'volume', source: 'cache', target: '/x' }], workspaceMount: `source=${home},type=bind` },
    { features: { 'ghcr.io/devcontainers/features/node:1': {}, './local': {}, docker: {}, '1.2.3.4/a/b': {} } },
  ])('%j is only left out', (file) => {
    expect(readValue(file)).toMatchObject({ refusals: [], problems: [] });
  });

  test('more than 20 commands at the same time', () => {
    const several = (count: number) => Object.fromEntries([...Array(count).keys()].map((name) => [`c${name}`, 'true']));
    expect(readValue({ onCreateCommand: several(20) }).refusals).toEqual([]);
    const { commands, refusals } = readValue({ onCreateCommand: several(21), postStartCommand: 'true' });
    expect(refusals).toEqual([
      'onCreateCommand in line 1 has 21 commands that would run at the same time. It may have 20.',
    ]);
    expect(stagesFrom(commands, 'onCreateCommand')).toEqual(['postStartCommand']);
  });
});

test('variables arrive in a shell as they are written, with other variables filled in', () => {
  const file = environmentFile({
    PLAIN: `it's "$HOME" \`id\` \\ end`,
    PATH: `${variable('containerEnv:PATH')}:/x`,
    UNSET: `${variable("containerEnv:NOT_THERE:it's:c")}${variable('containerEnv:not a name:there')}`,
    EMPTY: variable('containerEnv:BLANK:not this'),
    GONE: null,
  });
  const script = `${file}\nprintf '%s\\n' "$PLAIN" "$PATH" "$UNSET" "$EMPTY$GONE"`;
  const env = { PATH: '/bin', GONE: 'still there', BLANK: '' };
  const shown = execFileSync('/bin/sh', ['-c', script], { env }).toString();
  expect(shown).toBe(`it's "$HOME" \`id\` \\ end\n/bin:/x\nit'sthere\n\n`);
});
