/** Parses an iCalendar file by RFC 5545: unfolds lines, splits at the first colon, removes escapes. */
export function readCalendar(file: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of file.replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;(?:"[^"]*"|[^:"])*)?:(.*)$/su.exec(line) ?? []
    if (!fields.has(name)) {
      fields.set(
        name,
        value.replaceAll(/\\(.)/gsu, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
      )
    }
  }
  return fields
}
