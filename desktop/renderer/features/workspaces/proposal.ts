import type { RepositoryLook } from '#shared/features/workspaces/repository.ts';
import type { AddWorkspaceValues } from './choices.ts';
import { isFixed } from './template-values.ts';

/** The fields of a new workspace that its repository speaks for. Languages are one choice. */
const CHOICES = [
  ['name'],
  ['language', 'more_languages'],
  ['database'],
  ['cpu_cores'],
  ['memory_gb'],
  ['disk_gb'],
] as const;
type Field = (typeof CHOICES)[number][number];
export type Proposal = Partial<Pick<AddWorkspaceValues, Field>>;

export type Found = Pick<RepositoryLook, 'name' | 'languages' | 'database' | 'cpu_cores' | 'memory_gb' | 'disk_gb'>;

/** Of a repository that can't be looked into. */
export const NOTHING: Found = {
  ...{ name: '', languages: [], database: null },
  ...{ cpu_cores: null, memory_gb: null, disk_gb: null },
};

interface Before {
  /** What the form began with. */
  initial: Pick<AddWorkspaceValues, Field>;
  /** What the repository before put into it. */
  last: Proposal;
  /** Did the person, or the address of the page, choose this field? */
  isChosen: (field: Field) => boolean;
}

/**
 * What a repository puts into the form: only into fields that still have what they began with, or what the repository
 * before put there. Nothing that somebody chose is overwritten.
 */
export function propose(
  values: Pick<AddWorkspaceValues, Field | 'fixed'>,
  found: Found,
  { initial, last, isChosen }: Before,
): Proposal {
  const wanted = wantedBy(found, initial);
  const isFree = (field: Field) =>
    !isFixed(values, field) &&
    !isChosen(field) &&
    (isSame(values[field], initial[field]) || (field in last && isSame(values[field], last[field])));
  const free = CHOICES.filter((fields) => fields.every(isFree)).flat();
  return Object.fromEntries(free.map((field) => [field, wanted[field]]));
}

/** What it doesn't speak for is as at the beginning. */
function wantedBy(
  { name, languages, database, cpu_cores, memory_gb, disk_gb }: Found,
  initial: Before['initial'],
): Proposal {
  const [main, ...more] = languages.map(({ value }) => value);
  return {
    name: name || initial.name,
    language: main ?? initial.language,
    more_languages: main ? more : initial.more_languages,
    database: database?.value ?? initial.database,
    cpu_cores: cpu_cores ?? initial.cpu_cores,
    memory_gb: memory_gb ?? initial.memory_gb,
    disk_gb: (disk_gb as AddWorkspaceValues['disk_gb'] | null) ?? initial.disk_gb,
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
