import { existsSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const APP = path.join(ROOT, 'dist/desktop');

/** The product with its workspaces runs on Linux only; elsewhere the app is tested against a server that merely answers. */
export const HAS_PRODUCT = process.platform === 'linux';

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/**
 * Electron's own program: of the folder that SLIPWAY_ELECTRON_DIST names, or of the package if it has been fetched. Null
 * leads to the stand-in.
 */
export function electronProgram(named = process.env.SLIPWAY_ELECTRON_DIST): string | null {
  const folder = named || path.join(ROOT, 'node_modules/electron/dist');
  const program = path.join(folder, PROGRAMS[process.platform] ?? 'electron');
  if (existsSync(program)) return program;
  if (named) throw new Error(`SLIPWAY_ELECTRON_DIST names a folder without Electron: there is no ${program}.`);
  return null;
}
