/** Every zone this browser knows, plus the chosen one. */
export function timeZones(chosen: string | null): { value: string; label: string }[] {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  const all = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
  return all.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
