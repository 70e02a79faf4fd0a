/** The id of a command's element: one word, as `aria-activedescendant` requires. */
export function optionId(commandId: string): string {
  return `search-${encodeURIComponent(commandId.toWellFormed())}`;
}
