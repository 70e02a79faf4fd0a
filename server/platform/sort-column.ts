/** The column to sort a list by: `name`, which comes from outside, if `sorts` itself has it, otherwise the default. */
export function sortColumn<Name extends string, Column>(
  sorts: Record<Name, Column>,
  name: string | undefined,
  usual: NoInfer<Name>,
): Column {
  return sorts[name !== undefined && Object.hasOwn(sorts, name) ? (name as Name) : usual];
}
