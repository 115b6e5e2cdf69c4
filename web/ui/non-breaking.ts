/** Words with a date such as 'Friday, December 11, 2026', kept from being broken between the month and its day. */
export function nonBreakingDate(words: string): string {
  return words.replace(/ (\d{1,2},)/g, '\u00a0$1')
}

/** Words with hours such as '9:00 AM - 5:00 PM', each kept on one line with its AM or PM. */
export function nonBreakingHours(words: string): string {
  return words.replaceAll(/ (?=[AP]M)/g, '\u00a0')
}
