/** Marks at the beginning of a file that name its encoding; without one it may be UTF-8 as well. */
const MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;
/** Below 0xc0 the encoding of Windows has only these letters: Š, Œ, Ž, š, œ, ž, Ÿ. */
const ACCENTS = [0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f];
/** What Shift_JIS has at the bytes of ñ to ù: no text needs it. */
const PRIVATE = /[\ue000-\uf8ff]/;

/** The text of a file as spreadsheets save it: in UTF-8, UTF-16, Shift_JIS, or the encoding of Windows in the West. */
export function textOfBytes(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const marked = MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
  if (marked) return new TextDecoder(marked.encoding).decode(bytes);
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== null) return utf8;
  const japanese = decoded(bytes, 'shift_jis');
  return japanese !== null && !PRIVATE.test(japanese) && isJapanese(bytes)
    ? japanese
    : new TextDecoder('windows-1252').decode(bytes);
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Of bytes that are Shift_JIS as well: are there more Japanese letters in them than accents and quotes, which stand
 * alone among Latin letters?
 */
function isJapanese(bytes: Uint8Array): boolean {
  let balance = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const [before, after] = [isLatin(bytes[at - 1]), isLatin(bytes[at + 1])];
    const isHalfWidth = byte >= 0xa0 && byte < 0xe0;
    const alone = isHalfWidth ? before || after : after && (before || byte >= 0xe0 || ACCENTS.includes(byte));
    balance += alone ? -1 : 1;
    // The other half of a letter of two bytes.
    if (!isHalfWidth) at += 1;
  }
  return balance > 0;
}

function isLatin(byte = 0): boolean {
  return /[a-z]/i.test(String.fromCharCode(byte));
}
