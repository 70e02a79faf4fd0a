// Sets up, then runs every check, and ends with one line: "N passed, N failed". Plain JavaScript, runs on Node >= 20.
// `npm test -- unit api` runs only those parts; the parts are named below.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
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
  compute: () => vitest('compute'),
  gateway: () => vitest('gateway'),
  e2e: () => playwright('e2e', 'tests/e2e/playwright.config.ts'),
  // On Electron where its program is, and on the stand-in on Chromium where it is not: the first line says which.
  desktop: () => playwright('desktop', 'tests/e2e/desktop/playwright.config.ts'),
  deploy: () => playwright('deploy', 'tests/e2e/deploy/playwright.config.ts'),
};

/** Their images are built while the other parts run, which takes minutes on a new machine. */
const isInContainers = (name) => ['compute', 'gateway', 'e2e', 'desktop', 'deploy'].includes(name);

/** What runs by itself, with words of its own. */
const alone = ['bench', 'soak', 'chaos'].find((name) => process.argv.includes(`--${name}`));

for (const name of wanted) {
  if (!parts[name] && !alone) stop(`There is no part "${name}". The parts: ${Object.keys(parts).join(', ')}.`);
}

try {
  await setUp();
  if (alone) {
    const words = process.argv.slice(2).filter((word) => word !== `--${alone}`);
    process.exitCode = await run(NODE, [path.join(ROOT, `tests/${alone}/run.ts`), ...words]);
  } else {
    const names = wanted.length > 0 ? wanted : Object.keys(parts);
    const images = names.some(isInContainers) ? run(NODE, [path.join(ROOT, 'tests/support/build-images.ts')]) : null;
    for (const name of names) {
      if (isInContainers(name)) await images;
      await part(name);
    }
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
    '/usr/bin/jq': 'jq',
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

async function part(name) {
  const began = Date.now();
  process.stdout.write(`\n── ${name} ──\n`);
  const before = totals.failed;
  await parts[name]();
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(`${totals.failed === before ? '✓' : '✗'} ${name}, ${seconds} s\n`);
}

async function single(label, script, args) {
  const code = await run(NODE, [script, ...args]);
  count(code === 0 ? 1 : 0, code === 0 ? 0 : 1);
  if (code !== 0) process.stdout.write(`${label} failed\n`);
}

async function vitest(project) {
  const output = path.join(results, `${project}.json`);
  const code = await run(NODE, [
    bin('vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${output}`,
  ]);
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
  count(json.numPassedTests, failed, json.numPendingTests);
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
  count(stats.expected, Math.max(stats.unexpected + stats.flaky, code === 0 ? 0 : 1), stats.skipped);
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

function count(passed, failed, skipped = 0) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

function report() {
  for (const name of skippedNames) process.stdout.write(`skipped: ${name}\n`);
  for (const name of failedNames) process.stdout.write(`failed: ${name}\n`);
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
  process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}

function run(program, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: `${path.dirname(NODE)}${path.delimiter}${process.env.PATH}`, ...environment };
    const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function stop(message) {
  process.stderr.write(`\n${message}\n`);
  process.stdout.write('\n0 passed, 1 failed\n');
  process.exitCode = 1;
  if (!engine) process.exit(1);
}
