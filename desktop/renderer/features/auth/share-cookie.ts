const SHARE_ID = /^[0-9A-Za-z_-]{8,64}$/;
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/**
 * The share id of this visit. One from the address is kept for 30 days in a cookie named after itself, so that it still
 * counts if the person signs up on a later visit.
 */
export function shareId(fromAddress: string | null): string | null {
  if (fromAddress && SHARE_ID.test(fromAddress)) {
    const secure = window.location.protocol === 'https:' ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without https and in Firefox.
    document.cookie = `${fromAddress}=${fromAddress}; path=/; max-age=${KEPT_SECONDS}; SameSite=Lax${secure}`;
    return fromAddress;
  }
  return keptShareId(document.cookie);
}

/** The one cookie whose name is its value. */
export function keptShareId(cookies: string): string | null {
  for (const cookie of cookies.split('; ')) {
    const [name, value] = cookie.split('=');
    if (name && name === value && SHARE_ID.test(name)) return name;
  }
  return null;
}
