import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What an image build needs from the building machine to work behind a mirror or proxy. */
export interface BuildSettings {
  /** The machine's CA files: name → PEM. They become part of the images, so that git and npm work in workspaces. */
  certificates: Record<string, string>;
  /** Used by build stages that are thrown away; never part of an image. Null: npm's default. */
  npmRegistry: string | null;
  /** HTTP_PROXY, HTTPS_PROXY, NO_PROXY: the engine keeps these build arguments out of an image's history. */
  proxies: Record<string, string>;
}

const CERTIFICATES_FOLDER = '/usr/local/share/ca-certificates';
const PROXY_NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** Reads this machine's settings. Without npm, its default registry applies. */
export async function detectBuildSettings(): Promise<BuildSettings> {
  const proxies: Record<string, string> = {};
  for (const name of PROXY_NAMES) {
    const value = process.env[name];
    if (value) proxies[name] = value;
  }
  return { certificates: await readCertificates(), npmRegistry: await readRegistry(), proxies };
}

async function readCertificates(): Promise<Record<string, string>> {
  const names = await readdir(CERTIFICATES_FOLDER).catch(() => []);
  const files = names.filter((name) => name.endsWith('.crt')).sort();
  const entries = files.map(async (name) => [name, await readFile(join(CERTIFICATES_FOLDER, name), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function readRegistry(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { timeout: 20_000 });
    return stdout.trim() || null;
  } catch {
    return null;
  }
}
