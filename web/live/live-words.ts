/** The time of day of an instant, like '10:42 AM', in a zone; in the reader's own when left out. */
export function formatTimeOfDay(instant: number, timeZone?: string): string {
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  // Some browsers put a narrow no-break space before AM and PM.
  return time.format(instant).replaceAll(/\s/g, ' ')
}

/** The words of the bar over a list whose new rows wait. */
export function newRowsWords(count: number, since: string): string {
  return count === 0 ? `The list changed since ${since}` : `${count} new since ${since}`
}
