import { spawn } from 'node:child_process';
import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { mustActiveAccount } from '../accounts/accounts.ts';
import { findTerminals } from './terminals.ts';

/** Opens the chosen terminal, or the first one found, with `ssh <alias>`; it outlives the app. */
export async function openTerminal(desktop: Desktop, alias: string): Promise<void> {
  const { terminal: chosen } = mustActiveAccount(desktop.settings).preferences;
  const found = findTerminals(desktop);
  const terminal = found.find(({ id }) => id === chosen) ?? found[0];
  if (!terminal) throw new DesktopError('unavailable', `No terminal was found. In any of yours, type: ssh ${alias}`);
  const [program, ...args] = terminal.command(alias);
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env: desktop.environment, cwd: desktop.home });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', () => reject(new DesktopError('unavailable', `${terminal.name} could not be started.`)));
  });
  child.unref();
}
