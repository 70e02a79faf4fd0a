import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const APP = path.join(ROOT, 'dist/desktop');

/** The product with its workspaces runs on Linux only; elsewhere the app is tested against a server that merely answers. */
export const HAS_PRODUCT = process.platform === 'linux';

/** Electron's own program, where it could be fetched; null leads to the stand-in. */
export function electronProgram(): string | null {
  const folder = path.join(ROOT, 'node_modules/electron');
  const pathFile = path.join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const program = path.join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(program) ? program : null;
}
