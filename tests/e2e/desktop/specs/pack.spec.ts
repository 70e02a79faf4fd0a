import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { getRawHeader } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { APP, ROOT } from '../paths.ts';
import { expect, test } from '../support/app.ts';
import { fakeElectron } from '../support/fake-electron.ts';

test.skip(process.platform !== 'linux', 'the other systems pack with the real Electron');

interface Entry {
  files?: Record<string, Entry>;
  unpacked?: boolean;
  integrity?: { algorithm: string };
}

/** Packs as `npm run dist:desktop` does, into `folder`. Returns the folder that would be installed. */
function pack(folder: string, system: 'linux' | 'win', feed = ''): string {
  const dist = fakeElectron(path.join(folder, `electron-${system}`), system);
  const out = path.join(folder, 'packages');
  const options = [
    `--${system}`,
    'dir',
    '--x64',
    `--config.electronDist=${dist}`,
    `--config.directories.output=${out}`,
  ];
  // Windows' icon needs a tool that electron-builder downloads.
  if (system === 'win') options.push('--config.win.signAndEditExecutable=false');
  const env = { ...process.env, SLIPWAY_UPDATE_URL: feed, CSC_LINK: '', WIN_CSC_LINK: '' };
  execFileSync(process.execPath, ['desktop/build/pack-desktop.ts', ...options], { cwd: ROOT, env, stdio: 'pipe' });
  return path.join(out, `${system}-unpacked`);
}

function entriesOf(archive: string): [file: string, entry: Entry][] {
  const below = (entry: Entry, at: string): [string, Entry][] =>
    Object.entries(entry.files ?? {}).flatMap(([name, each]) =>
      each.files ? below(each, `${at}${name}/`) : [[`${at}${name}`, each] as [string, Entry]],
    );
  return below(getRawHeader(archive).header as Entry, '');
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Everything that belongs into the archive; names with a checksum have a `*` for it. */
function expectedFiles(): string[] {
  const web = filesIn(path.join(ROOT, 'dist/web')).filter((file) => !/\.(map|br|gz)$/.test(file));
  const native = ['package.json', 'lib/keytar.js', 'build/Release/keytar.node'];
  return [
    'package.json',
    'main.cjs',
    'preload.cjs',
    'chunks/main-*.cjs',
    ...readdirSync(path.join(ROOT, 'resources/icons')).map((file) => `icons/${file}`),
    'pages/connect.html',
    'pages/crashed.html',
    'pages/offline.html',
    'pages/assets/bridge-*.css',
    'pages/assets/bridge-*.js',
    'pages/assets/connect-*.js',
    'pages/assets/crashed-*.js',
    'pages/assets/favicon-*.svg',
    'pages/assets/offline-*.js',
    ...web.map((file) => `web/${file}`),
    ...(existsSync(path.join(APP, 'native')) ? native.map((file) => `native/keytar/${file}`) : []),
  ].sort();
}

const withoutChecksum = (file: string) =>
  /^(chunks|pages\/assets)\//.test(file) ? file.replace(/-[\w-]{8}\./, '-*.') : file;

/** The fuses of electron-builder.yml; Electron's own default for the rest. */
const FUSES = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
};

async function fusesOf(program: string): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(program);
  const states = wire as unknown as Record<string, number>;
  return Object.fromEntries(Object.keys(FUSES).map((fuse) => [fuse, states[fuse] === '1'.charCodeAt(0)]));
}

test('the package holds the app and nothing else', async ({ desk }) => {
  const folder = pack(desk.home, 'linux');
  const archive = path.join(folder, 'resources/app.asar');
  const entries = entriesOf(archive);

  expect(entries.map(([file]) => withoutChecksum(file)).sort()).toEqual(expectedFiles());
  expect(entries.filter(([, { integrity }]) => integrity?.algorithm !== 'SHA256')).toEqual([]);
  expect(statSync(archive).size).toBeLessThan(12 * 1024 * 1024);
  const native = entries.filter(([file]) => file.endsWith('.node')).map(([file]) => file);
  expect(filesIn(`${archive}.unpacked`)).toEqual(native);
  expect(entries.filter(([, { unpacked }]) => unpacked).map(([file]) => file)).toEqual(native);
  expect(await fusesOf(path.join(folder, 'slipway'))).toEqual(FUSES);
  expect(existsSync(path.join(folder, 'resources/app-update.yml'))).toBe(false);
});

test('for Windows, the program knows the checksum of its archive', async ({ desk }) => {
  const folder = pack(desk.home, 'win');
  const program = path.join(folder, 'Slipway.exe');
  const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program), { ignoreCert: true }));
  const noted = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
  const { headerString } = getRawHeader(path.join(folder, 'resources/app.asar'));
  const value = createHash('sha256').update(headerString).digest('hex');
  expect(JSON.parse(Buffer.from(noted!.bin).toString())).toEqual([
    { file: 'resources\\app.asar', alg: 'SHA256', value },
  ]);
  expect(await fusesOf(program)).toEqual(FUSES);
});

test('with a feed, the package knows where its updates are', async ({ desk }) => {
  const feed = path.join(pack(desk.home, 'linux', 'https://updates.example.com/slipway'), 'resources/app-update.yml');
  expect(readFileSync(feed, 'utf8')).toContain('url: https://updates.example.com/slipway');
});
