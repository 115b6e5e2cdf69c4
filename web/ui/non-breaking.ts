/**
 * Text with a date such as 'Friday, December 11, 2026', with a non-breaking space between the month and the
 * day.
 */
export function nonBreakingDate(words: string): string {
  return words.replace(/ (\d{1,2},)/g, '\u00a0$1')
}

/** Text with hours such as '9:00 AM - 5:00 PM', with non-breaking spaces before AM and PM. */
export function nonBreakingHours(words: string): string {
  return words.replaceAll(/ (?=[AP]M)/g, '\u00a0')
}
