/** An instant in words, in the time zone of the shop. */
export type Format = (instant: string | Date) => string

/** 'Dec 3, 2026, 12:04:10 PM PST' */
export function formatIn(timeZone: string): Format {
  const words = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' })
  return (instant) => words.format(new Date(instant))
}
