/** Where a request came from: with a trusted proxy before us, what it says in `X-Forwarded-For`. */
export function clientAddress(forwarded: unknown, direct: string | undefined, trustProxy: boolean): string {
  const named = trustProxy && typeof forwarded === 'string' ? forwarded.split(',').pop()?.trim() : undefined;
  return named || direct || 'unknown';
}
