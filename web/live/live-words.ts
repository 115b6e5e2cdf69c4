/** The words of the bar over a list whose new rows wait. */
export function newRowsWords(count: number, since: string): string {
  return count === 0 ? `The list changed since ${since}` : `${count} new since ${since}`
}
