/** The largest possible public key (RSA 16384) is about 3 KB. */
const MAX_BYTES = 20_000;

/** The text of a dropped or picked `.pub` file; null if it is too large to be one. */
export async function readPublicKeyFile(file: File): Promise<string | null> {
  return file.size > MAX_BYTES ? null : (await file.text()).trim();
}

export function looksPrivate(text: string): boolean {
  return /PRIVATE KEY-----|^PuTTY-User-Key-File/m.test(text);
}

/** A key's own comment (`ada@laptop`), suggested as its name; empty if it has none. */
export function commentOf(publicKey: string): string {
  return publicKey.trim().split(/\s+/).slice(2).join(' ').slice(0, 60);
}
