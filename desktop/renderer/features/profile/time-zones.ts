/** Every zone this browser knows, and the chosen one also when it does not. */
export function timeZones(chosen: string | null): { value: string; label: string }[] {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  const all = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
  return all.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
