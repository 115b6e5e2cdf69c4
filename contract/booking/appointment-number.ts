/**
 * The number of an appointment as people read it: the last twelve digits of the appointment's id, which are
 * random. The first digits are the creation time and equal for all ids of a minute.
 */
export function appointmentNumber(appointmentId: string): string {
  const digits = appointmentId.replaceAll('-', '').slice(-12).toUpperCase()
  return digits.replaceAll(/(.{4})(?=.)/g, '$1-')
}
