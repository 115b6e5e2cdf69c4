/** Reads the lines of an iCalendar file back by RFC 5545's own rules: unfold, split at the first colon, take the escapes away. */
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
