/**
 * The fields of a value of unknown shape; none when it is not an object. By hand and not by a schema: the
 * schema library weighs more than the first booking step, which reads its draft this way.
 */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The named fields, if all of them are strings; else null. */
export function stringFieldsOf<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Record<Name, string> | null {
  const fields = fieldsOf(value)
  const found = names.map((name) => [name, fields[name]] as const)
  return found.every(([, field]) => typeof field === 'string')
    ? (Object.fromEntries(found) as Record<Name, string>)
    : null
}
