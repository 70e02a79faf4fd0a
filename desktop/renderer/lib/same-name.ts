/** Whether somebody typed this name: how it is spelled in Unicode, and how wide its gaps are, can't be seen. */
export function isSameName(typed: string, name: string): boolean {
  return plain(typed) === plain(name);
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}
