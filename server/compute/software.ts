import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { RELEASES, type Release } from './base-os.ts';

/** Where the Dockerfiles and the scripts of languages and databases are. */
export const IMAGES_FOLDER = fileURLToPath(new URL('../../resources/images', import.meta.url));

const someWords = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ''));
const words = someWords.default([]);

const headerSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(1),
  versions: words,
  bookworm: someWords.optional(),
  needs: words,
  port: z.coerce.number().int().min(1).max(65_535).optional(),
  user: z.string().optional(),
  database: z.string().optional(),
});

/** A language or database of the workspace image, from the header of its script in resources/images. */
export interface Software {
  id: string;
  name: string;
  /** The default first; empty if Debian's is the only one. */
  versions: string[];
  /** The versions that Debian 12 has; it has no others, and later ones don't have these. Left out: all are anywhere. */
  bookworm?: string[];
  /** Hosts an installation fetches from, beyond Debian's and npm's mirrors; unavailable where they don't answer. */
  needs: string[];
  /** Databases only: where it listens on the loopback interface, and the user its password logs in. */
  port?: number;
  user?: string;
  database?: string;
  /** The script itself. */
  script: string;
}

export const listLanguages = (folder = IMAGES_FOLDER): Promise<Software[]> => readSoftware(join(folder, 'languages'));
export const listDatabases = (folder = IMAGES_FOLDER): Promise<Software[]> => readSoftware(join(folder, 'databases'));

/** The releases of Debian that it can be installed on. */
export function releasesOf({ bookworm }: Software, version: string): readonly Release[] {
  if (!bookworm) return RELEASES;
  return RELEASES.filter((release) => (release === 'bookworm') === bookworm.includes(version));
}

/** Every script of the folder, by name; those that need other hosts, and `none`, last. Throws for an invalid header. */
async function readSoftware(folder: string): Promise<Software[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sh'));
  const found = await Promise.all(
    files.map(async (file) => {
      const script = await readFile(join(folder, file), 'utf8');
      const software = { ...headerSchema.parse(readHeader(script)), script };
      if (`${software.id}.sh` !== file) throw new Error(`${file} says that its id is ${software.id}`);
      return software;
    }),
  );
  const rank = ({ id, needs }: Software) => (id === 'none' ? 2 : Math.min(needs.length, 1));
  return found.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

/** `# key: value` lines at the top, up to the first line that isn't a comment. */
function readHeader(script: string): Record<string, string> {
  const header: Record<string, string> = {};
  for (const line of script.split('\n')) {
    if (!line.startsWith('#')) break;
    const [, key, value] = /^# ([a-z]+): (.+)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) header[key] = value.trim();
  }
  return header;
}
