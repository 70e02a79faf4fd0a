/**
 * Chromium doesn't know the app's own schemes, so `scheme://host/path` is `https://host.scheme.stand-in.invalid/path`
 * there: also a secure origin of its own, and an address that nobody can have.
 */
const ZONE = 'stand-in.invalid';
const STANDARD = /^([a-z][a-z0-9-]*):\/\/([a-z0-9-]+)(?=[/?#]|$)/;
const IN_CHROMIUM = new RegExp(`^https://([a-z0-9-]+)\\.([a-z][a-z0-9-]*)\\.${ZONE.replace('.', '\\.')}(?=[/?#]|$)`);

export function inChromium(address: string): string {
  const scheme = STANDARD.exec(address)?.[1];
  if (!scheme || ['http', 'https', 'ws', 'wss'].includes(scheme)) return address;
  return address.replace(STANDARD, `https://$2.$1.${ZONE}`);
}

/** The address as the app knows it. */
export function inApp(address: string): string {
  return address.replace(IN_CHROMIUM, '$2://$1');
}
