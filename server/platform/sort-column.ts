/** What a list is sorted by: `name`, which comes from outside, or the usual column where `sorts` has none of its own for it. */
export function sortColumn<Name extends string, Column>(
  sorts: Record<Name, Column>,
  name: string | undefined,
  usual: NoInfer<Name>,
): Column {
  return sorts[name !== undefined && Object.hasOwn(sorts, name) ? (name as Name) : usual];
}
