import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const VERSION = '0.61.0';
/** A model of this name is asked directly: for others the program first asks a smaller one which to take. */
const MODEL = 'gemini-2.5-flash';
const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/agents');
const NODE_FIRST = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`;

/**
 * Google's program as npm has it, without the scripts and the optional parts of its packages. Once there, it is taken
 * from the cache. @returns the folder that has the command `gemini`
 */
export async function installGemini(): Promise<string> {
  const folder = path.join(CACHE, `gemini-cli-${VERSION}`);
  const bin = path.join(folder, 'node_modules/.bin');
  if (existsSync(bin)) return bin;
  mkdirSync(CACHE, { recursive: true });
  const aside = mkdtempSync(path.join(CACHE, 'installing-'));
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const words = ['install', '--prefix', aside, ...options, '--save-exact', `@google/gemini-cli@${VERSION}`];
  try {
    await promisify(execFile)('npm', words, { cwd: aside, env: { ...process.env, PATH: NODE_FIRST } });
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new Error(`@google/gemini-cli ${VERSION} could not be installed from npm:\n${stderr || message}`);
  }
  return bin;
}

interface GeminiRun {
  /** The folder of `installGemini`. */
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
