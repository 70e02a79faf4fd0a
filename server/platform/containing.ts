/** For ILIKE: anything that has `text` in it, composed as names are, and none of its characters means more than itself. */
export function containing(text: string): string {
  return `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
}
