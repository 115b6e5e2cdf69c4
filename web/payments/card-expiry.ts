/** The last month in which a card is valid. */
export type CardExpiry = { month: number; year: number }

const monthName = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/**
 * A remark on a card that expires before a day ('YYYY-MM-DD'); null when it is valid on that day. The hold is
 * renewed three days ahead of the appointment, and the charge follows after the work.
 */
export function expiryRemark({ month, year }: CardExpiry, day: string): string | null {
  const last = `${year}-${String(month).padStart(2, '0')}`
  if (last >= day.slice(0, 7)) return null
  const named = monthName.format(Date.UTC(year, month - 1, 1))
  return `This card expires at the end of ${named}, before your appointment. Please use another card, or tap the button again to use this one.`
}
