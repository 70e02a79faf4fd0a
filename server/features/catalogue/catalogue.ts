import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import { CATEGORIES } from '#shared/features/services/model.ts';
import { type CatalogueFile, catalogueFile } from './catalogue-schema.ts';

const CATALOGUE_FOLDER = fileURLToPath(new URL('../../../resources/catalogue', import.meta.url));

/** Something that can be launched as a service. */
export interface CatalogueItem extends Omit<CatalogueFile, 'icon' | 'build'> {
  /** Name of its file. */
  id: string;
  /** The SVG itself, white, for the tile of its colour. */
  icon: string;
  /** Path of the script that builds it; null if there is only the official image. */
  script: string | null;
}

/** An invalid catalogue file: `postgresql.yaml:12: ports.0.port: …`, one line per problem. */
class CatalogueError extends Error {
  override name = 'CatalogueError';
}

let known: CatalogueItem[] | undefined;

/** The catalogue of this installation, read once. @throws CatalogueError */
export function catalogue(): CatalogueItem[] {
  known ??= readCatalogue(CATALOGUE_FOLDER);
  return known;
}

export function findItem(id: string): CatalogueItem | undefined {
  return catalogue().find((item) => item.id === id);
}

/** Every item of a folder, by category and name. @throws CatalogueError with file and line of every problem */
export function readCatalogue(folder: string): CatalogueItem[] {
  const problems: string[] = [];
  const items: CatalogueItem[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml'))) {
    const found = readItem(folder, file);
    if (Array.isArray(found)) problems.push(...found);
    else items.push(found);
  }
  if (problems.length > 0) throw new CatalogueError(problems.join('\n'));
  const rank = ({ category }: CatalogueItem) => CATEGORIES.indexOf(category);
  return items.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
}

/** The item, or what is wrong with its file. */
function readItem(folder: string, file: string): CatalogueItem | string[] {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(path.join(folder, file), 'utf8'), { lineCounter: lines });
  if (document.errors.length > 0) {
    return document.errors.map((error) => `${file}:${error.linePos?.[0].line ?? 1}: ${error.message.split('\n')[0]}`);
  }
  const lineOf = (keys: readonly PropertyKey[]): number => {
    for (let length = keys.length; length >= 0; length -= 1) {
      const node = document.getIn(keys.slice(0, length), true);
      const range = (node as { range?: [number, number, number] } | undefined)?.range;
      if (range) return lines.linePos(range[0]).line;
    }
    return 1;
  };
  const parsed = catalogueFile.safeParse(document.toJS());
  if (!parsed.success) {
    const tell = (at: readonly PropertyKey[], message: string) =>
      [`${file}:${lineOf(at)}`, ...(at.length > 0 ? [at.join('.')] : []), message].join(': ');
    return parsed.error.issues.flatMap((issue) => {
      // Unknown keys are reported at the object that has them.
      if (issue.code === 'unrecognized_keys') {
        return issue.keys.map((key) => tell([...issue.path, key], 'is no setting that there is'));
      }
      if (issue.path.length === 0) return tell([], 'must be a map of settings');
      const isThere = issue.code === 'custom' || document.hasIn(issue.path);
      return tell(issue.path, isThere ? issue.message : 'is missing');
    });
  }
  const { icon, build, ...item } = parsed.data;
  const id = file.replace(/\.yaml$/, '');
  const iconFile = path.join(folder, 'icons', `${icon ?? id}.svg`);
  const script = build ? path.join(folder, `${id}.sh`) : null;
  const missing = [iconFile, ...(script ? [script] : [])].filter((name) => !existsSync(name));
  if (missing.length > 0) return missing.map((name) => `${file}:1: ${path.relative(folder, name)} is missing`);
  return { ...item, id, icon: whiten(readFileSync(iconFile, 'utf8')), script };
}

/** Icons are drawn in one colour, their file's or none. */
function whiten(svg: string): string {
  return svg.replaceAll('currentColor', '#fff').replace(/<svg (?![^>]*fill=)/, '<svg fill="#fff" ');
}
