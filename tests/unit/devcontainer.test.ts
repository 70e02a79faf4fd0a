import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDevcontainer } from '#server/features/workspaces/devcontainer.ts';
import { noCommands, STAGES, stagesFrom } from '#server/features/workspaces/devcontainer-commands.ts';
import { environmentFile, expandCommand } from '#server/features/workspaces/devcontainer-environment.ts';
import { PROPERTIES } from '#server/features/workspaces/devcontainer-properties.ts';
import { explainMissing } from '#server/features/workspaces/devcontainer-requirements.ts';
import { translate } from '#server/platform/translate.ts';

const place = { folder: '/home/dev/project', id: 'one' };

const nothing = {
  ...{ ports: [], portLabels: new Map(), ignoredPorts: [], followed: [] },
  ...{ containerEnv: {}, remoteEnv: {}, commands: noCommands(), waitFor: 2, settings: {} },
  ...{ requirements: { cpus: null, memoryMb: null, storageMb: null, gpu: false }, ignored: [], problems: [] },
};

test('comments, trailing commas and a byte order mark are fine; what does not map is named', () => {
  const text = `\uFEFF{
    "name": "App", // shown by editors
    /* not here */ "features": { "x": {}, },
    "forwardPorts": [3000, "localhost:8080", "db:5432",],
    "portsAttributes": {
      "5173": { "label": "Site", "onAutoForward": "openBrowser" },
      "9229": { "onAutoForward": "ignore" },
      "40000-55000": { "label": "Range" },
    },
    "containerEnv": { "MODE": "dev" },
    "postCreateCommand": ["npm", "ci"],
  }`;
  expect(readDevcontainer(text)).toEqual({
    ...nothing,
    ports: [3000, 8080],
    portLabels: new Map([[5173, 'Site']]),
    ignoredPorts: [9229],
    containerEnv: { MODE: 'dev' },
    commands: { ...noCommands(), postCreateCommand: [{ name: null, command: ['npm', 'ci'] }] },
    followed: ['name', 'forwardPorts', 'portsAttributes', 'containerEnv', 'postCreateCommand'],
    ignored: ['Ignored in workspaces: features.', expect.stringContaining('own image')],
    problems: [
      'forwardPorts in line 4 names db:5432, which is not a port of the workspace.',
      'portsAttributes 40000-55000 in line 8 is not a single port of the workspace, so it was ignored.',
    ],
  });
});

test.each(STAGES)('%s is a text for a shell, or several with names', (stage) => {
  const commands = (value: unknown) => readDevcontainer(JSON.stringify({ [stage]: value })).commands[stage];
  expect(commands('a && b')).toEqual([{ name: null, command: ['/bin/sh', '-c', 'a && b'] }]);
  expect(commands({ one: 'a', two: ['b', 'c'] })).toEqual([
    { name: 'one', command: ['/bin/sh', '-c', 'a'] },
    { name: 'two', command: ['b', 'c'] },
  ]);
});

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
  expect(readDevcontainer(text)).toEqual({ ...nothing, problems: [`We couldn’t read it: ${what}.`] });
});

test('an object where a port or a size belongs is told', () => {
  expect(readDevcontainer('{"forwardPorts": [{}, []], "hostRequirements": {"memory": {}}}').problems).toEqual([
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
    "postCreateCommand": { "a": "b", "c": [] },
    "containerEnv": { "not-a-name": "x", "N": 5, "NUL": "\\u0000", "GOOD": "z" }, "madeUp": 1, "mounts": [], "runArgs": []
  }`;
  expect(readDevcontainer(text)).toEqual({
    ...nothing,
    ...{ ports: [81], ignoredPorts: [82], containerEnv: { GOOD: 'z' } },
    commands: { ...noCommands(), postCreateCommand: [{ name: 'a', command: ['/bin/sh', '-c', 'b'] }] },
    followed: ['forwardPorts', 'portsAttributes', 'containerEnv', 'postCreateCommand'],
    ignored: [
      'Ignored in workspaces: madeUp.',
      'The specification doesn’t have these properties.',
      'Ignored in workspaces: mounts, runArgs.',
      'A workspace can’t change how its container or machine runs.',
    ],
    problems: [
      'containerEnv is there twice; the one in line 7 counts.',
      'containerEnv not-a-name in line 7 is not a variable’s name, so it was ignored.',
      'containerEnv N in line 7 must be text, so it was ignored.',
      'containerEnv NUL in line 7 must be text without NUL characters, so it was ignored.',
      'postCreateCommand c in line 6 must be text or a list of texts, so it was ignored.',
      'forwardPorts in line 2 names 0, which is not a port of the workspace.',
      'forwardPorts in line 2 names 70000, which is not a port of the workspace.',
      'forwardPorts in line 2 names null, which is not a port of the workspace.',
      'portsAttributes 70000 in line 3 is not a single port of the workspace, so it was ignored.',
      'label in line 3 must be text, so it was ignored.',
      'portsAttributes 83 in line 3 must be an object, so it was ignored.',
    ],
  });
  expect(readDevcontainer('{"forwardPorts": 3000, "containerEnv": [], "postCreateCommand": 1}').problems).toEqual([
    'containerEnv in line 1 must be an object, so it was ignored.',
    'postCreateCommand in line 1 must be text or a list of texts, so it was ignored.',
    'forwardPorts in line 1 must be a list of ports, so it was ignored.',
  ]);
  const flood = readDevcontainer(JSON.stringify({ forwardPorts: Array(1000).fill('x'.repeat(500)) })).problems;
  expect(flood).toHaveLength(31);
  expect(flood.at(-1)).toBe('There are 970 more problems like these.');
  expect(readDevcontainer('{}')).toEqual(nothing);
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
      const { ports, portLabels, ignoredPorts, containerEnv, remoteEnv, commands, ...rest } = readDevcontainer(source);
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
      const found = readDevcontainer(JSON.stringify({ ...file, waitFor }));
      expect(stagesFrom(found.commands, 'onCreateCommand')).toEqual(STAGES.filter((stage) => stage in file));
      expect(found.waitFor).toBe(waits.indexOf(waitFor));
      expect(found.problems).toEqual([]);
    }),
  );
  expect(stagesFrom(readDevcontainer('{"onCreateCommand": "a"}').commands, 'postCreateCommand')).toEqual([]);
  expect(readDevcontainer('{"waitFor": "lunch"}')).toMatchObject({
    waitFor: 2,
    problems: ['waitFor in line 1 names no command that runs here, so it was ignored.'],
  });
});

test('what a workspace’s size lacks of the project’s requirements is told', () => {
  const missing = (hostRequirements: unknown, gpu = false) => {
    const { requirements, problems } = readDevcontainer(JSON.stringify({ hostRequirements }));
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
  expect(missing({ memory: '2049mb' })).toHaveLength(1);
  expect(missing({ cpus: 'many', memory: '4 gigs' })).toEqual([
    'hostRequirements cpus in line 1 must be a number of cores, so it was ignored.',
    'hostRequirements memory in line 1 must be a size like 4gb, so it was ignored.',
  ]);
  expect(missing([])).toEqual(['hostRequirements in line 1 must be an object, so it was ignored.']);
});

test('of the customizations, settings of VS Code are used and the rest is named', () => {
  const vscode = { settings: { 'editor.tabSize': 3 }, extensions: ['a.b'] };
  const found = readDevcontainer(JSON.stringify({ customizations: { vscode, jetbrains: { backend: 'x' } } }));
  expect(found.settings).toEqual({ 'editor.tabSize': 3 });
  expect(found.ignored).toEqual([
    'Ignored in workspaces: customizations.vscode.extensions.',
    expect.stringContaining('Open VSX'),
    'Ignored in workspaces: customizations.jetbrains.',
    expect.stringContaining('other tools'),
  ]);
  expect(readDevcontainer('{"customizations": {"vscode": {"settings": []}}}').problems).toEqual([
    'customizations.vscode.settings in line 1 must be an object, so it was ignored.',
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
  ];
  const told = files.map(readDevcontainer).flatMap(({ problems, ignored }) => [...problems, ...ignored]);
  expect(told.length).toBeGreaterThan(25);
  expect(told.filter((line) => translate(line, locale) === line)).toEqual([]);
  expect(translate(told[0] ?? '', locale)).not.toContain('comma');
});

test('the guide lists each property with what the log says of it', () => {
  const guide = readFileSync(
    path.resolve(import.meta.dirname, '../../server/features/workspaces/devcontainer.md'),
    'utf8',
  );
  const rows = [...guide.matchAll(/^\| `(.*)` \| (.*) \|$/gm)].map(([, name, why]) => [name, why === '✓' ? true : why]);
  expect(rows).toEqual(Object.entries(PROPERTIES));
});

test('a command has the specification’s variables filled in and keeps the shell’s', () => {
  const filledIn = (name: string) => expandCommand([`$\{${name}}`], place)[0];
  expect(filledIn('devcontainerId')).toMatch(/^[0-9a-v]{52}$/);
  expect(filledIn('containerWorkspaceFolder')).toBe('/home/dev/project');
  expect(filledIn('localWorkspaceFolderBasename')).toBe('project');
  expect(filledIn('localEnv:ProgramFiles(x86):there')).toBe('there');
  expect(filledIn('localEnv:HOME')).toBe('');
  expect(filledIn('HOME')).toBe(`$\{HOME}`);
});

test('variables arrive in a shell as they are written, with folders and other variables filled in', () => {
  const file = environmentFile(
    {
      PLAIN: `it's "$HOME" \`id\` \\ end`,
      FOLDER: ['$', '{containerWorkspaceFolder}/', '$', '{localWorkspaceFolderBasename}'].join(''),
      PATH: ['$', '{containerEnv:PATH}:/x'].join(''),
      UNSET: ['$', '{containerEnv:NOT_THERE:a b}', '$', '{localEnv:HOST:there}', '$', '{localEnv:GONE}'].join(''),
      EMPTY: '',
      GONE: null,
    },
    place,
  );
  const script = `${file}\nprintf '%s\\n' "$PLAIN" "$FOLDER" "$PATH" "$UNSET" "$EMPTY$GONE"`;
  const shown = execFileSync('/bin/sh', ['-c', script], { env: { PATH: '/bin', GONE: 'still there' } }).toString();
  expect(shown).toBe(`it's "$HOME" \`id\` \\ end\n/home/dev/project/project\n/bin:/x\na bthere\n\n`);
});
