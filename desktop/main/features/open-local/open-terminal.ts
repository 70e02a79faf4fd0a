import { spawn } from 'node:child_process';
import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { text } from '../../text.ts';
import { mustActiveAccount } from '../accounts/active-account.ts';
import { commandLine } from './command-line.ts';
import { findTerminals, type Terminal } from './terminals.ts';

/** A terminal that is still there after this has opened. */
const OPENED_MS = 1_000;
/** A script ends by itself, but macOS may ask the person first. */
const SCRIPT_MS = 60_000;
/** AppleScript's number for “not authorized to send Apple events”. */
const DENIED = /-1743\b/;

/** Opens the chosen terminal, or the first one found, with an ssh command; it outlives the app. */
export async function openTerminal(desktop: Desktop, ssh: string[]): Promise<void> {
  const { terminal: chosen } = mustActiveAccount(desktop.settings).preferences;
  const found = findTerminals(desktop);
  const terminal = found.find(({ id }) => id === chosen) ?? found[0];
  const command = commandLine(ssh);
  if (!terminal) throw new DesktopError('unavailable', text('failure.noTerminal', { command }));
  const problem = await start(desktop, terminal, ssh);
  if (problem === null) return;
  desktop.log.warn('A terminal could not be opened', { terminal: terminal.id, cause: problem });
  const values = { terminal: terminal.name, command };
  throw new DesktopError(
    'unavailable',
    DENIED.test(problem) ? text('failure.automation', values) : text('failure.terminalFailed', values),
  );
}

/** Null once the terminal is open, otherwise what went wrong. */
function start({ environment: env, home: cwd }: Desktop, terminal: Terminal, ssh: string[]): Promise<string | null> {
  const [program, ...args] = terminal.command(ssh);
  const child = spawn(program, args, {
    detached: true,
    // A terminal must not depend on a pipe of ours once the app is closed.
    stdio: ['ignore', 'ignore', terminal.isScript ? 'pipe' : 'ignore'],
    env,
    cwd,
  });
  child.unref();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), terminal.isScript ? SCRIPT_MS : OPENED_MS);
    const end = (problem: string | null) => {
      clearTimeout(timer);
      resolve(problem);
    };
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    child.once('error', ({ message }) => end(message));
    child.once('close', (code) => end(code === 0 ? null : said.trim() || `exit code ${code}`));
  });
}
