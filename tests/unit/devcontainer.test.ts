import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { environmentFile, readDevcontainer } from '#server/features/workspaces/devcontainer.ts';

const nothing = {
  ...{ ports: [], portLabels: new Map(), ignoredPorts: [] },
  ...{ environment: {}, commands: [], ignored: [], problems: [] },
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
    ports: [3000, 8080],
    portLabels: new Map([
      [5173, 'Site'],
      [0, 'Range'],
    ]),
    ignoredPorts: [9229],
    environment: { MODE: 'dev' },
    commands: [{ name: null, command: ['npm', 'ci'] }],
    ignored: ['features'],
    problems: ['forwardPorts names db:5432, which is not a port of the workspace.'],
  });
});

test('a command is a text for a shell, or several with names', () => {
  const commands = (value: unknown) => readDevcontainer(JSON.stringify({ postCreateCommand: value })).commands;
  expect(commands('a && b')).toEqual([{ name: null, command: ['/bin/sh', '-c', 'a && b'] }]);
  expect(commands({ one: 'a', two: ['b', 'c'] })).toEqual([
    { name: 'one', command: ['/bin/sh', '-c', 'a'] },
    { name: 'two', command: ['b', 'c'] },
  ]);
});

test('what is broken is told with its line, what has a wrong form is left out alone', () => {
  expect(readDevcontainer('{\n  "name": "x"\n  "image": 1\n}').problems[0]).toMatch(
    /^We couldn’t read it: .* in line 3\.$/,
  );
  expect(readDevcontainer('[]').problems).toEqual(['We couldn’t read it: it is no object.']);
  expect(readDevcontainer('{"forwardPorts": 3000, "postCreateCommand": "a"}')).toMatchObject({
    commands: [{ name: null }],
    problems: ['forwardPorts has the wrong format and was ignored.'],
  });
  expect(readDevcontainer('{}')).toEqual(nothing);
});

test('variables arrive in a shell as they are written, with folders and other variables filled in', () => {
  const file = environmentFile(
    {
      PLAIN: `it's "$HOME" \`id\` \\ end`,
      FOLDER: ['$', '{containerWorkspaceFolder}/', '$', '{localWorkspaceFolderBasename}'].join(''),
      PATH: ['$', '{containerEnv:PATH}:/x'].join(''),
      UNSET: ['$', '{containerEnv:NOT_THERE:a b}', '$', '{localEnv:HOST:there}', '$', '{localEnv:GONE}'].join(''),
      EMPTY: '',
    },
    '/home/dev/project',
  );
  const script = `${file}\nprintf '%s\\n' "$PLAIN" "$FOLDER" "$PATH" "$UNSET" "$EMPTY"`;
  const shown = execFileSync('/bin/sh', ['-c', script], { env: { PATH: '/bin' } }).toString();
  expect(shown).toBe(`it's "$HOME" \`id\` \\ end\n/home/dev/project/project\n/bin:/x\na bthere\n\n`);
});
