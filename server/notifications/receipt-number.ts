/**
 * What a receipt is called by: the last twelve digits of the appointment's id, which are its random part; the first ones are
 * the time it was made and alike for all of a minute.
 */
export function receiptNumber(appointmentId: string): string {
  const digits = appointmentId.replaceAll('-', '').slice(-12).toUpperCase()
  return digits.replaceAll(/(.{4})(?=.)/g, '$1-')
}
