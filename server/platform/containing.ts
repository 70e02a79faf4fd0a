/** For ILIKE: anything that has `text` in it, and none of its characters means more than itself. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
