/** Number of months on offer. */
const monthsShown = 24

/** The months up to the current one, 'YYYY-MM', latest first. `today` is a calendar day. */
export function lastMonths(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** 'November 2026' */
export function monthInWords(month: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )
}
