/**
 * Interprets a `redirectURL`: one that starts with `/` is a page of this app, anything else is an address to go to,
 * over https unless it says otherwise. Null if it isn't a web address.
 */
export function redirectTarget(redirectURL: string): { kind: 'page' | 'address'; to: string } | null {
  if (redirectURL.startsWith('/') && !redirectURL.startsWith('//')) return { kind: 'page', to: redirectURL };
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(redirectURL)
    ? redirectURL
    : `https://${redirectURL.replace(/^\/+/, '')}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? { kind: 'address', to: url.href } : null;
}
