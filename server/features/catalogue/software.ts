import { releasesOf, type Software } from '../../compute/software.ts';
import type { Dependencies } from '../context.ts';

/** A workspace's language or database: `nodejs`, `22`. */
export interface Choice {
  id: string;
  version: string | null;
}

export interface SoftwareOption extends Choice {
  /** On the wire: `nodejs-22`, or the bare id without versions. */
  value: string;
  /** As a workspace shows it: `Node.js 22`. */
  name: string;
  /** As an option: its name, and what it needs to be available here. */
  text: string;
  /** User name of a database. */
  user: string | null;
  /** The releases of Debian that it can be installed on. */
  releases: readonly string[];
}

function optionsOf(entries: readonly Software[]): SoftwareOption[] {
  return entries.flatMap((entry): SoftwareOption[] => {
    const user = entry.user ?? null;
    const needs = entry.needs.length > 0 ? ` (needs access to ${entry.needs.join(' and ')})` : '';
    if (entry.versions.length === 0) {
      const { id, name } = entry;
      return [{ id, version: null, value: id, name, text: name + needs, user, releases: releasesOf(entry, '') }];
    }
    return entry.versions.map((version) => ({
      id: entry.id,
      version,
      value: `${entry.id}-${version}`,
      name: `${entry.name} ${version}`,
      text: `${entry.name} ${version}${needs}`,
      user,
      releases: releasesOf(entry, version),
    }));
  });
}

/** The scripts in `resources/images/languages`, one option per version, the first version being the default. */
export async function languages(dependencies: Pick<Dependencies, 'images'>): Promise<SoftwareOption[]> {
  return optionsOf(await dependencies.images.listLanguages());
}

export async function databases(dependencies: Pick<Dependencies, 'images'>): Promise<SoftwareOption[]> {
  return optionsOf(await dependencies.images.listDatabases());
}

/** Finds `nodejs-22`, or by the bare id `nodejs` its default version. */
export function choose(options: SoftwareOption[], value: string): SoftwareOption | undefined {
  return options.find((option) => option.value === value) ?? options.find((option) => option.id === value);
}

/** The wire value and name of what a workspace has, even if its script no longer exists. */
export function describe(options: SoftwareOption[], choice: Choice): { value: string; name: string } {
  const value = choice.version ? `${choice.id}-${choice.version}` : choice.id;
  return { value, name: options.find((option) => option.value === value)?.name ?? value };
}

/** Wire values and one name for all languages of a workspace, the main one first. */
export function describeLanguages(
  options: SoftwareOption[],
  { language, languageVersion, moreLanguages }: Languages,
): { value: string; more: string[]; name: string } {
  const { value, name } = describe(options, { id: language, version: languageVersion });
  const others = moreLanguages.map((each) => options.find((option) => option.value === each)?.name ?? each);
  return { value, more: moreLanguages, name: [name, ...others].join(', ') };
}

interface Languages {
  language: string;
  languageVersion: string | null;
  moreLanguages: string[];
}
