/**
 * The integer cents of an amount that a person typed in dollars: '1,136.62', '$900', '-50'. Null for anything
 * else, also for parts of a cent.
 */
export function centsOfText(text: string): number | null {
  const match = /^([-−])?\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return null
  const [, minus, dollars = '', cents = ''] = match
  const size = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
  return minus === undefined || size === 0 ? size : -size
}

/** The text of an amount in a field: '1136.62'. */
export function textOfCents(cents: number): string {
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}
