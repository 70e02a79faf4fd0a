import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Was the packed app built with an address to fetch updates from? electron-builder notes it in this file. */
export function hasUpdateFeed(resourcesFolder: string): boolean {
  try {
    return /^url: *['"]?https?:\/\//m.test(readFileSync(path.join(resourcesFolder, 'app-update.yml'), 'utf8'));
  } catch {
    return false;
  }
}
