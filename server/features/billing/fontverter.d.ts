/** It comes without types. */
declare module 'fontverter' {
  /** @param font a WOFF, WOFF2, TrueType or OpenType font */
  export function convert(font: Buffer, to: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>;
}
