// What `npm start` and `npm test` both set up. Plain JavaScript without packages.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './children.mjs';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const windows = process.platform === 'win32';
/** The Node that everything but these set-up scripts runs on. */
export const NODE = path.join(ROOT, 'node_modules/node/bin', windows ? 'node.exe' : 'node');

export function say(text) {
  process.stderr.write(`  ${text}\n`);
}

/** Runs one part of the set-up and says how long it took when it was long. */
export async function step(name, work) {
  const began = Date.now();
  const result = await work();
  const seconds = (Date.now() - began) / 1000;
  process.stderr.write(`✓ ${name}${seconds > 2 ? ` (${seconds.toFixed(0)} s)` : ''}\n`);
  return result;
}

/**
 * Installs the packages of package-lock.json unless exactly those are there. Not `npm ci`: it refuses a lock file that
 * lacks other platforms' optional packages, which registry mirrors do not always carry.
 */
export async function installPackages() {
  const stamp = path.join(ROOT, 'node_modules/.slipway-packages');
  const wanted = digest(['package.json', 'package-lock.json', 'server/patches']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(NODE)) return;
  await step('Packages', async () => {
    say('Installing packages, which takes a minute or two the first time…');
    await command(
      windows ? 'npm.cmd' : 'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
      'Packages could not be installed. Check that the npm registry can be reached, then try again.',
    );
    if (!existsSync(NODE))
      throw new Error(
        'The pinned Node.js did not install. Allow install scripts (npm config set ignore-scripts false), then try again.',
      );
    await buildNativeParts();
    writeFileSync(stamp, wanted);
  });
}

/**
 * npm built native parts for the Node it runs on; the server runs on the pinned one. Without a compiler nothing is lost
 * but speed: ssh2 falls back to JavaScript.
 */
async function buildNativeParts() {
  const npm = process.env.npm_execpath;
  const headers = path.join(ROOT, 'node_modules/node/node_modules', `node-${process.platform}-${process.arch}`);
  if (!npm || !existsSync(path.join(headers, 'include'))) return;
  const environment = {
    npm_config_nodedir: headers,
    PATH: `${path.dirname(NODE)}${path.delimiter}${process.env.PATH}`,
  };
  await command(NODE, [npm, 'rebuild', 'ssh2', 'cpu-features', '--loglevel=error'], '', environment).catch(() => {});
}

/**
 * keytar, by which the desktop app reaches the system's keychain, is optional: an npm that had no compiler or no
 * libsecret left it out. Tries once more; without it the app keeps sessions elsewhere and says so.
 */
export async function buildKeychainPart() {
  if (existsSync(path.join(ROOT, 'node_modules/keytar/build/Release/keytar.node'))) return;
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const headers = path.join(ROOT, 'node_modules/node/node_modules', `node-${process.platform}-${process.arch}`);
  const environment = existsSync(path.join(headers, 'include')) ? { npm_config_nodedir: headers } : {};
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  await step('Keychain', () =>
    command(windows ? 'npm.cmd' : 'npm', [...words, `keytar@${optionalDependencies.keytar}`], '', environment),
  ).catch(() => say('keytar could not be built, so the test of the keychain will fail. It needs libsecret.'));
}

/** Builds the web UI unless its sources are as they were at the last build. */
export async function buildUi() {
  const output = path.join(ROOT, 'dist/web');
  const stamp = path.join(ROOT, 'dist/.web-sources');
  const wanted = digest(['desktop/build', 'desktop/renderer', 'shared', 'vite.config.ts', 'package-lock.json']);
  if (existsSync(path.join(output, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return;
  await step('User interface', async () => {
    say('Building the user interface…');
    await command(
      NODE,
      [path.join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
      'The user interface could not be built.',
      // Under a test's own it would get the parts that only React's developers need.
      { NODE_ENV: 'production' },
    );
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  });
}

/** One hash over the names and contents of files and folders. */
function digest(paths) {
  const hash = createHash('sha256');
  for (const each of paths) {
    for (const file of filesBelow(path.join(ROOT, each)))
      hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(entry) {
  if (!existsSync(entry)) return [];
  try {
    return readdirSync(entry, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((child) => filesBelow(path.join(entry, child.name)));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [entry];
    throw error;
  }
}

/** Runs a program with its output shown; rejects with `problem` when it fails. */
export async function command(program, args, problem, environment = {}) {
  const { ended } = run(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    shell: windows && program.endsWith('.cmd'),
  });
  const { code } = await ended.catch((error) => {
    throw new Error(`${problem} (${error.message})`);
  });
  if (code !== 0) throw new Error(problem);
}
