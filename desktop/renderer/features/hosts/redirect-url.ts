/**
 * What a `redirectURL` means (spec/2 §5): one that starts with `/` is a page of this app, anything else is an address
 * to leave for, over https unless it says otherwise. Null for an address that is no web page.
 */
export function redirectTarget(redirectURL: string): { kind: 'page' | 'address'; to: string } | null {
  if (redirectURL.startsWith('/') && !redirectURL.startsWith('//')) return { kind: 'page', to: redirectURL };
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(redirectURL)
    ? redirectURL
    : `https://${redirectURL.replace(/^\/+/, '')}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? { kind: 'address', to: url.href } : null;
}
