/**
 * Reads what was kept in the browser: a text that is no JSON, or whose JSON is no object, has no fields. Kept by us, for us; a schema of
 * the contract would say the same and weigh more than any step that reads it.
 */
export function fieldsOf(kept: unknown): Record<string, unknown> {
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
}

/** The JSON of a text that was kept, or null. */
export function parseKept(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The fields of those names, which must all be texts; else null. */
export function textsOf<Name extends string>(
  kept: unknown,
  names: readonly Name[],
): Record<Name, string> | null {
  const fields = fieldsOf(kept)
  const found = names.map((name) => [name, fields[name]] as const)
  return found.every(([, value]) => typeof value === 'string')
    ? (Object.fromEntries(found) as Record<Name, string>)
    : null
}
