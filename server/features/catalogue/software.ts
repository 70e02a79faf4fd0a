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
}

interface Listed {
  id: string;
  name: string;
  versions?: readonly string[];
  needs?: readonly string[];
  user?: string | null;
}

function optionsOf(entries: readonly Listed[]): SoftwareOption[] {
  return entries.flatMap((entry): SoftwareOption[] => {
    const user = entry.user ?? null;
    const needs = entry.needs?.length ? ` (needs access to ${entry.needs.join(' and ')})` : '';
    if (!entry.versions || entry.versions.length === 0) {
      return [{ id: entry.id, version: null, value: entry.id, name: entry.name, text: entry.name + needs, user }];
    }
    return entry.versions.map((version) => ({
      id: entry.id,
      version,
      value: `${entry.id}-${version}`,
      name: `${entry.name} ${version}`,
      text: `${entry.name} ${version}${needs}`,
      user,
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
