/** Words with a date such as 'Friday, December 11, 2026', kept from being broken between the month and its day. */
export function unbrokenDay(words: string): string {
  return words.replace(/ (\d{1,2},)/g, '\u00a0$1')
}
