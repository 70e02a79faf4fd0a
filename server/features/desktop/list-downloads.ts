import { readdir } from 'node:fs/promises';
import type { Config } from '../../platform/config.ts';

/** What systems install; beside it the folder may hold what the app's updates need. */
const PACKAGE = /^[^.].*\.(dmg|zip|exe|msi|appimage|deb|rpm|tar\.gz)$/i;

/** What the operator offers of the desktop app. A folder that can't be read offers nothing. */
export async function listDownloads({ desktopDownloads }: Pick<Config, 'desktopDownloads'>) {
  const folder = downloadFolder({ desktopDownloads });
  if (!folder) return { url: desktopDownloads ?? null, files: [] };
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && PACKAGE.test(entry.name)).map(({ name }) => name);
  return { url: null, files: files.toSorted() };
}

/** The folder whose files are at `/downloads`; null if the setting is empty or an address. */
export function downloadFolder({ desktopDownloads }: Pick<Config, 'desktopDownloads'>): string | null {
  return !desktopDownloads || /^https?:\/\//i.test(desktopDownloads) ? null : desktopDownloads;
}
