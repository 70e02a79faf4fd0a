/** `python` of `python-3.13`. */
const idOf = (value: string): string => value.replace(/-[\d.]+$/, '');

/** Of these languages, those that can be beside the chosen ones: a workspace has each once, in one version. */
export function besides(languages: string[], chosen: string[]): string[] {
  if (chosen.includes('none')) return [];
  const taken = new Set(chosen.map(idOf));
  return languages.filter((value) => value !== 'none' && !taken.has(idOf(value)));
}
