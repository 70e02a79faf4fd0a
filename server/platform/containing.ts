/** For ILIKE: anything that contains `text`, composed as names are, with its wildcards escaped. */
export function containing(text: string): string {
  return `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;
}
