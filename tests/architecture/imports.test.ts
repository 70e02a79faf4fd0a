import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

interface Import {
  from: string;
  /** A path inside the repository, or a package's name. */
  to: string;
  /** What is imported by name. */
  names: string[];
}

const imports: Import[] = globSync('{shared,server,desktop,tests}/**/*.{ts,tsx,mjs}', { cwd: root }).flatMap((from) => {
  const source = readFileSync(path.join(root, from), 'utf8');
  const { module } = parseSync(from, source);
  const requests: [request: string, names: string[]][] = [
    ...module.staticImports.map(({ moduleRequest, entries }): [string, string[]] => [
      moduleRequest.value,
      entries.flatMap(({ importName }) => importName.name ?? []),
    ]),
    ...module.staticExports.flatMap((each) =>
      each.entries.flatMap(({ moduleRequest, importName }): [string, string[]][] =>
        moduleRequest ? [[moduleRequest.value, importName.name ? [importName.name] : []]] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }): [string, string[]] => [
      source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
      [],
    ]),
  ];
  return requests.map(([request, names]) => ({ from, to: target(from, request), names }));
});

function target(from: string, request: string): string {
  if (request.startsWith('.')) return path.posix.join(path.posix.dirname(from), request);
  if (request.startsWith('#renderer/')) return `desktop/${request.slice(1)}`;
  if (request.startsWith('#')) return request.slice(1);
  return request;
}

function offenders(from: RegExp, to: (each: Import) => boolean): string[] {
  return imports.filter((each) => from.test(each.from) && to(each)).map((each) => `${each.from} → ${each.to}`);
}

const sliceOf = (file: string) => /^server\/features\/([^/]+)\//.exec(file)?.[1];

const inside = (...folders: string[]) => new RegExp(`^(${folders.join('|')})/`);

describe('imports run one way', () => {
  const directions: [name: string, from: RegExp, forbidden: RegExp][] = [
    ['shared knows neither side', inside('shared'), inside('server', 'desktop', 'tests')],
    ['shared is pure', inside('shared'), /^node:|^(?!zod$|shared\/)[@a-z]/],
    ['the server does not know the desktop', inside('server'), inside('desktop', 'tests')],
    ['the desktop does not know the server', inside('desktop'), inside('server', 'tests')],
    ['platform is the ground floor', inside('server/platform'), /^server\/(?!platform\/)/],
    ['compute knows only platform', inside('server/compute'), /^server\/(?!(platform|compute)\/)/],
    ['payments knows only platform', inside('server/payments'), /^server\/(?!(platform|payments)\/)/],
    ['mail knows only platform', inside('server/mail'), /^server\/(?!(platform|mail)\/)/],
    ['the gateway knows platform and compute', inside('server/gateway'), /^server\/(?!(platform|compute|gateway)\/)/],
    [
      'what every slice knows itself knows none',
      /^server\/features\/(context|routing)\.ts$/,
      /^server\/features\/[^/]+\//,
    ],
    [
      'features do not know http or the app',
      inside('server/features'),
      /^server\/(http|realtime|mcp)\/|^server\/[^/]+\.ts$/,
    ],
    [
      'http, MCP and the live rooms do not know the app',
      inside('server/http', 'server/mcp', 'server/realtime'),
      /^server\/[^/]+\.ts$/,
    ],
    [
      'what people run does not need the development tools',
      /^(shared|desktop|server\/(?!dev\/))/,
      inside('server/dev'),
    ],
    [
      'the kit knows no feature',
      inside('desktop/renderer/ui', 'desktop/renderer/lib'),
      inside('desktop/renderer/features', 'desktop/renderer/app'),
    ],
    ['features of the UI do not know the app', inside('desktop/renderer/features'), inside('desktop/renderer/app')],
    [
      'pages and the app around them do not know each other',
      inside('desktop/renderer'),
      inside('desktop/main', 'desktop/preload'),
    ],
    ['nor the other way round', inside('desktop/main', 'desktop/preload'), inside('desktop/renderer')],
    ['the command line knows no pages', inside('desktop/cli'), inside('desktop/renderer', 'desktop/preload')],
    [
      'of the app it knows features in plain Node',
      inside('desktop/cli'),
      /^electron|^desktop\/main\/(?!features\/(accounts|secret-store|settings|ssh-config)\/)/,
    ],
    [
      'nobody but its build and the tests knows the command line',
      /^(shared|server|desktop\/(?!cli|build))\//,
      inside('desktop/cli'),
    ],
    [
      'only lib/platform knows the way from a page to the app around it',
      /^desktop\/renderer\/(?!lib\/platform\/)/,
      /^shared\/desktop\/channel\.ts$/,
    ],
  ];
  test.each(directions)('%s', (_, from, forbidden) => {
    expect(offenders(from, ({ to }) => forbidden.test(to))).toEqual([]);
  });

  test.each(['server/features', 'desktop/renderer/features'])(
    'a slice of %s reaches a sibling only through its index',
    (folder) => {
      const slice = (file: string) => (file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/') : []);
      expect(
        offenders(inside(folder), ({ from, to }) => {
          const [own, ...ownRest] = slice(from);
          const [other, ...rest] = slice(to);
          const crosses = ownRest.length > 0 && rest.length > 0 && own !== other;
          return crosses && !['index.ts', 'index.tsx', 'tables.ts'].includes(rest.join('/'));
        }),
      ).toEqual([]);
    },
  );
});

describe('the face of a slice of the server', () => {
  const faces = globSync('server/features/*/index.ts', { cwd: root });

  test.each(faces)('%s has no wiring', (face) => {
    const wiring = /\/([\w-]*routes|jobs|[\w-]+-watch)\.ts$/;
    expect(offenders(new RegExp(`^${face}$`), ({ to }) => wiring.test(to))).toEqual([]);
  });

  test.each(faces)('%s shows only what a sibling uses', (face) => {
    const { module } = parseSync(face, readFileSync(path.join(root, face), 'utf8'));
    const shown = module.staticExports.flatMap((each) => each.entries.map((entry) => entry.exportName.name ?? ''));
    const siblings = imports.filter(({ from, to }) => to === face && sliceOf(from) && sliceOf(from) !== sliceOf(face));
    const used = new Set(siblings.flatMap(({ names }) => names));
    expect(shown.filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('imports form no circle', () => {
  /** Of type-only ones too. Each circle is told by all that are in it. */
  const circles = (nodes: Iterable<string>, next: (node: string) => Iterable<string>): string[][] => {
    const [index, low, stack, found] = [
      new Map<string, number>(),
      new Map<string, number>(),
      [] as string[],
      [] as string[][],
    ];
    const visit = (node: string): number => {
      index.set(node, index.size);
      let lowest = index.size - 1;
      stack.push(node);
      for (const to of next(node)) {
        if (!index.has(to)) lowest = Math.min(lowest, visit(to));
        else if (stack.includes(to)) lowest = Math.min(lowest, index.get(to) ?? 0);
      }
      low.set(node, lowest);
      if (lowest === index.get(node)) {
        const circle = stack.splice(stack.indexOf(node));
        if (circle.length > 1) found.push(circle.sort());
      }
      return lowest;
    };
    for (const node of nodes) if (!index.has(node)) visit(node);
    return found;
  };
  const targets = (from: string) => imports.filter((each) => each.from === from).map(({ to }) => to);

  test.each(['shared', 'server', 'desktop'])('among the files of %s', (folder) => {
    const files = new Set(imports.map(({ from }) => from).filter((file) => file.startsWith(`${folder}/`)));
    const graph = new Map([...files].map((file) => [file, targets(file).filter((to) => files.has(to))]));
    expect(circles(files, (file) => graph.get(file) ?? [])).toEqual([]);
  });

  test('nor do the slices of the server: each imports only what stands before it', () => {
    const order = [
      'people machines catalogue audit billing groups auth surveys ssh-keys secrets',
      'instances capacity snapshots hosts pool organizations templates services workspaces sharing stacks prebuilds tasks users activity entrance',
      'profile registry search support desktop',
    ]
      .join(' ')
      .split(' ');
    const slices = new Set(imports.flatMap(({ from }) => sliceOf(from) ?? []));
    expect([...slices].sort()).toEqual([...order].sort());
    const upward = imports.filter(({ from, to }) => {
      const [own, other] = [sliceOf(from), sliceOf(to)];
      return own && other && order.indexOf(other) > order.indexOf(own);
    });
    expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });
});

describe('one place knows each outside thing', () => {
  const places: [pkg: string, where: RegExp][] = [
    ['stripe', inside('server/payments')],
    ['dockerode', inside('server/compute')],
    ['better-auth', inside('server/features/auth')],
    ['ssh2', inside('server/compute', 'server/gateway/ssh', 'server/features/ssh-keys', 'desktop/main')],
    ['nodemailer', inside('server/mail')],
    ['graphile-worker', inside('server/platform')],
    ['electron', /^desktop\/(main\/(app\/|main\.ts$)|preload\/)/],
    ['electron-updater', inside('desktop/main/app')],
    ['socket.io', inside('server/realtime')],
    ['@modelcontextprotocol/sdk', inside('server/mcp')],
    ['openid-client', inside('server/features/auth')],
    ['pino', inside('server/platform')],
    ['prom-client', inside('server/platform')],
    ['uuid', inside('server/platform')],
    ['@stripe/stripe-js', inside('desktop/renderer/features/billing', 'desktop/renderer/features/organizations')],
  ];
  test.each(places)('%s', (name, where) => {
    const uses = imports.filter(
      ({ from, to }) => (to === name || to.startsWith(`${name}/`)) && !from.startsWith('tests/'),
    );
    expect(uses.filter(({ from }) => !where.test(from)).map(({ from }) => from)).toEqual([]);
  });
});

describe('what is loaded first', () => {
  /** Runtime imports only, because types cost nothing. A page imported on demand has its own load. */
  const first = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    if (!/^(shared|desktop)\/.*\.tsx?$/.test(file)) return seen;
    const { module } = parseSync(file, readFileSync(path.join(root, file), 'utf8'));
    for (const { entries, moduleRequest } of module.staticImports) {
      if (entries.length === 0 || entries.some(({ isType }) => !isType)) first(target(file, moduleRequest.value), seen);
    }
    return seen;
  };
  test('for the login has no contract, and nothing that only pages behind it need', () => {
    const loaded = [...first('desktop/renderer/app/main.tsx')];
    expect(loaded).toContain('desktop/renderer/features/auth/LoginForm.tsx');
    const late = /^(zod|socket\.io-client|@mantine\/(?!core|form))|\/contract\.ts$/;
    expect(loaded.filter((each) => late.test(each))).toEqual([]);
  });
  test('for the command line’s help is its list of commands', () => {
    const loaded = [...first('desktop/cli/main.ts')].filter((each) => !each.startsWith('desktop/cli/'));
    expect(loaded.toSorted()).toEqual(['commander', 'package.json', 'picocolors', 'shared/api/one-line.ts']);
  });
});
