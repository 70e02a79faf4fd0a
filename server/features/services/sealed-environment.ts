import type { CatalogueItem } from '../catalogue/index.ts';
import type { Dependencies } from '../context.ts';
import type { Environment } from './environment.ts';

export function sealEnvironment({ secrets }: Pick<Dependencies, 'secrets'>, values: Environment): string {
  return secrets.seal(JSON.stringify(values));
}

export function openEnvironment({ secrets }: Pick<Dependencies, 'secrets'>, sealed: string): Environment {
  return JSON.parse(secrets.open(sealed)) as Environment;
}

/** The values nobody else may read. */
export function secretsOf(item: CatalogueItem | undefined, values: Environment): string[] {
  return secretKeys(item).flatMap((key) => values[key] ?? []);
}

export function secretKeys(item: CatalogueItem | undefined): string[] {
  return (item?.environment ?? []).flatMap(({ key, type }) => (type === 'password' ? [key] : []));
}
