// Sets up, then runs every check, and ends with one line: "N passed, N failed". Plain JavaScript, runs on Node >= 20.
// `npm test -- unit api` runs only those parts; the parts are named below.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { buildKeychainPart, buildUi, command, installPackages, NODE, ROOT, say, step } from '../server/dev/setup.mjs';

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const results = path.join(ROOT, 'test-results');
const totals = { passed: 0, failed: 0, skipped: 0 };
const skippedNames = [];
const failedNames = [];
let engine;

const bin = (file) => path.join(ROOT, 'node_modules', file);
const parts = {
  lint: () => single('format and lint', bin('@biomejs/biome/bin/biome'), ['check', '--error-on-warnings', '.']),
  types: () => single('types', bin('typescript/bin/tsc'), ['-p', 'tsconfig.json']),
  unit: () => vitest('unit'),
  architecture: () => vitest('architecture'),
  api: () => vitest('api'),
  compute: (say) => vitest('compute', say),
  gateway: (say) => vitest('gateway', say),
  e2e: () => playwright('e2e', 'tests/e2e/playwright.config.ts'),
  // On Electron where its program is, and on the stand-in on Chromium where it is not: the first line says which.
  desktop: () => playwright('desktop', 'tests/e2e/desktop/playwright.config.ts'),
  deploy: () => playwright('deploy', 'tests/e2e/deploy/playwright.config.ts'),
};

/** What they do the engine does, and the parts that need none run meanwhile. */
const isInContainers = (name) => ['compute', 'gateway'].includes(name);
/** Run by themselves: whenever a container gets a network, every browser of the machine drops what it is loading. */
const isInBrowser = (name) => ['e2e', 'desktop', 'deploy'].includes(name);
const needsNone = (name) => !isInContainers(name) && !isInBrowser(name);

for (const name of wanted) {
  if (!parts[name] && !process.argv.includes('--bench'))
    stop(`There is no part "${name}". The parts: ${Object.keys(parts).join(', ')}.`);
}

try {
  await setUp();
  if (process.argv.includes('--bench')) {
    process.exitCode = await run(NODE, [path.join(ROOT, 'tests/bench/run.ts'), ...wanted]);
  } else {
    const names = wanted.length > 0 ? wanted : Object.keys(parts);
    const first = partsOf(names.filter(needsNone));
    // Every part begins by dropping the databases it finds on the server that this names.
    if (process.env.SLIPWAY_TEST_POSTGRES) await first;
    const beside = names.every(needsNone) ? null : buildImages();
    await Promise.all([first, beside?.then(() => partsOf(names.filter(isInContainers), marked))]);
    await partsOf(names.filter(isInBrowser));
    report();
  }
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
} finally {
  await engine?.stop?.();
}

async function setUp() {
  await step('Programs the tests use', installPrograms);
  await installPackages();
  await buildKeychainPart();
  const { prepareEngine } = await import('../server/compute/prepare-engine.mjs');
  engine = await step('Container engine', () => prepareEngine({ log: say }));
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

/** Debian packages that only the tests need; elsewhere they are expected to be there. */
async function installPrograms() {
  const programs = {
    '/usr/bin/chromium': 'chromium',
    '/usr/bin/ssh': 'openssh-client',
    '/usr/bin/rsync': 'rsync',
    '/usr/sbin/pgbouncer': 'pgbouncer',
    '/usr/bin/git': 'git',
    '/usr/bin/pdftotext': 'poppler-utils',
    // The clients of tests/gateway/ssh-clients.test.ts.
    '/usr/bin/dbclient': 'dropbear-bin',
    '/usr/bin/plink': 'putty-tools',
    '/usr/bin/puttygen': 'putty-tools',
    '/usr/bin/lftp': 'lftp',
    '/usr/bin/curl': 'curl',
    '/usr/lib/python3/dist-packages/paramiko': 'python3-paramiko',
    '/usr/lib/python3/dist-packages/asyncssh': 'python3-asyncssh',
    '/var/lib/dpkg/info/ruby-net-ssh.list': 'ruby-net-ssh',
    '/usr/bin/ansible': 'ansible-core',
    '/usr/bin/sshfs': 'sshfs',
    '/usr/bin/ssh-audit': 'ssh-audit',
    '/usr/bin/dbus-daemon': 'dbus-daemon',
    '/usr/bin/gnome-keyring-daemon': 'gnome-keyring',
    // What runs in front of tests/e2e/deploy, and how its browser is told whom to trust.
    '/usr/bin/caddy': 'caddy',
    '/usr/sbin/nginx': 'nginx',
    '/usr/bin/openssl': 'openssl',
    '/usr/bin/certutil': 'libnss3-tools',
    '/usr/include/libsecret-1/libsecret/secret.h': 'libsecret-1-dev',
  };
  const missing = [
    ...new Set(
      Object.entries(programs)
        .filter(([file]) => !existsSync(file))
        .map(([, name]) => name),
    ),
  ];
  if (missing.length === 0 || process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return;
  if (process.getuid() !== 0)
    throw new Error(
      `The tests use ${missing.join(', ')}. Install them with: sudo apt-get install ${missing.join(' ')}`,
    );
  say(`Installing ${missing.join(', ')}…`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  await command('apt-get', ['update', '-qq'], 'The package lists could not be read.', quiet);
  await command(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...missing],
    'Programs the tests use could not be installed.',
    quiet,
  );
}

/** What they build is there for all tests afterwards, and takes minutes on a new machine. */
function buildImages() {
  return run(NODE, [path.join(ROOT, 'tests/support/build-images.ts')]);
}

/** One after another. `sayFor` answers, for a part's name, what prints its lines among those of others. */
async function partsOf(names, sayFor) {
  for (const name of names) await part(name, sayFor?.(name));
}

function marked(name) {
  return (line) => process.stdout.write(`${name} │ ${line}\n`);
}

async function part(name, sayLine) {
  const began = Date.now();
  process.stdout.write(`\n── ${name} ──\n`);
  const passed = await parts[name](sayLine);
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(`${passed ? '✓' : '✗'} ${name}, ${seconds} s\n`);
}

async function single(label, script, args) {
  const code = await run(NODE, [script, ...args]);
  if (code !== 0) process.stdout.write(`${label} failed\n`);
  return count(code === 0 ? 1 : 0, code === 0 ? 0 : 1);
}

async function vitest(project, sayLine) {
  const output = path.join(results, `${project}.json`);
  const command = [bin('vitest/vitest.mjs'), 'run', '--project', project];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const code = await run(NODE, [...command, ...reporters], {}, sayLine);
  if (!existsSync(output)) return count(0, 1);
  const json = JSON.parse(readFileSync(output, 'utf8'));
  for (const file of json.testResults) {
    const where = path.relative(ROOT, file.name);
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'skipped' || status === 'pending') skippedNames.push(fullName);
      if (status === 'failed') failedNames.push(`${where}: ${fullName}`);
    }
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
      failedNames.push(`${where}: ${file.message.split('\n')[0]}`);
  }
  const failed = Math.max(
    json.numFailedTests + json.numFailedTestSuites * (json.numFailedTests === 0 ? 1 : 0),
    code === 0 ? 0 : 1,
  );
  return count(json.numPassedTests, failed, json.numPendingTests);
}

async function playwright(name, config) {
  await buildUi();
  const output = path.join(results, `${name}.json`);
  const code = await run(NODE, [bin('playwright/cli.js'), 'test', '-c', config, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: output,
  });
  if (!existsSync(output)) return count(0, 1);
  const { stats, suites } = JSON.parse(readFileSync(output, 'utf8'));
  skippedNames.push(...named(suites, 'skipped'));
  failedNames.push(...named(suites, 'unexpected'));
  return count(stats.expected, Math.max(stats.unexpected + stats.flaky, code === 0 ? 0 : 1), stats.skipped);
}

/** The specs that ended with `status`, by file and title. */
function named(suites, status) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some((each) => each.status === status))
      .map(({ file, title }) => `${file}: ${title}`),
    ...named(inner, status),
  ]);
}

/** Whether none failed. */
function count(passed, failed, skipped = 0) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  return failed === 0;
}

function report() {
  for (const name of skippedNames) process.stdout.write(`skipped: ${name}\n`);
  for (const name of failedNames) process.stdout.write(`failed: ${name}\n`);
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
  process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}

/** Its exit code. What it prints goes to `sayLine` line by line, or straight to our own output. */
async function run(program, args, environment = {}, sayLine = null) {
  const env = { ...process.env, PATH: `${path.dirname(NODE)}${path.delimiter}${process.env.PATH}`, ...environment };
  const output = sayLine ? 'pipe' : 'inherit';
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', output, output], env });
  const streams = sayLine ? [child.stdout, child.stderr] : [];
  for (const stream of streams) createInterface(stream).on('line', sayLine);
  const closed = new Promise((resolve) => child.once('close', resolve));
  const [code] = await once(child, 'exit');
  // What it left running may hold its output open.
  await Promise.race([closed, delay(5000, null, { ref: false })]);
  for (const stream of streams) stream.destroy();
  return code ?? 1;
}

function stop(message) {
  process.stderr.write(`\n${message}\n`);
  process.stdout.write('\n0 passed, 1 failed\n');
  process.exitCode = 1;
  if (!engine) process.exit(1);
}
