import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** Programs that speak MCP, as npm has them. */
const PROGRAMS = {
  gemini: { name: '@google/gemini-cli', version: '0.61.0' },
  inspector: { name: '@modelcontextprotocol/inspector', version: '0.22.0' },
};
/** A model of this name is asked directly: for others the program first asks a smaller one which to take. */
const MODEL = 'gemini-2.5-flash';
const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/agents');
const NODE_FIRST = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`;

/**
 * One of them, without the scripts and the optional parts of its packages. Once there, it is taken from the cache.
 * @returns the folder that has its command
 */
export async function installProgram(program: keyof typeof PROGRAMS): Promise<string> {
  const { name, version } = PROGRAMS[program];
  const folder = path.join(CACHE, `${path.basename(name)}-${version}`);
  const bin = path.join(folder, 'node_modules/.bin');
  if (existsSync(bin)) return bin;
  mkdirSync(CACHE, { recursive: true });
  const aside = mkdtempSync(path.join(CACHE, 'installing-'));
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const words = ['install', '--prefix', aside, ...options, '--save-exact', `${name}@${version}`];
  try {
    await promisify(execFile)('npm', words, { cwd: aside, env: { ...process.env, PATH: NODE_FIRST } });
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`${name} ${version} could not be installed from npm:\n${stderr || message}`);
  }
  return bin;
}

/** Runs the protocol's own inspector, in the folder of `installProgram`, on a server, and reads what it prints. */
export async function inspect(bin: string, address: string, token: string, ...words: string[]): Promise<unknown> {
  // Its command starts this one.
  const program = path.join(bin, '../@modelcontextprotocol/inspector/cli/build/index.js');
  const server = [address, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...server, ...words], { env: {} });
  return JSON.parse(stdout);
}

interface GeminiRun {
  /** The folder of `installProgram`. */
  bin: string;
  /** Where its model answers. */
  modelUrl: string;
  settings?: object;
  /** For bash, which finds `gemini`. */
  command: string;
  env?: Record<string, string>;
}

/** Runs it to its end in an empty folder, with a home of its own and nothing of this process's environment. */
export async function runGemini({ bin, modelUrl, settings, command, env }: GeminiRun) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'slipway-gemini-'));
  const project = path.join(home, 'project');
  mkdirSync(project);
  mkdirSync(path.join(home, '.gemini'));
  const own = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false },
  };
  writeFileSync(path.join(home, '.gemini/settings.json'), JSON.stringify({ ...own, ...settings }));
  const model = { GEMINI_API_KEY: 'scripted', GEMINI_MODEL: MODEL, GOOGLE_GEMINI_BASE_URL: modelUrl };
  const PATH = `${bin}${path.delimiter}${NODE_FIRST}`;
  const child = spawn('bash', ['-c', command], { cwd: project, env: { PATH, HOME: home, ...model, ...env } });
  child.stdin.end();
  try {
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { exitCode, stdout, stderr };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
