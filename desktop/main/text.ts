import catalogue from '#shared/i18n/en/desktop.json' with { type: 'json' };

type Path<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Path<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** A text of the desktop's catalogue, with `{{name}}` filled in. */
export function text(path: Path<typeof catalogue>, values: Record<string, string> = {}): string {
  const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], catalogue);
  return String(found).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}
