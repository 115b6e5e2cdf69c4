import type { AppointmentWords } from './appointment-words.ts'

const labelWidth = 10

/** The confirmation for readers without HTML: short lines, the date first, the address of My Appointments on a line of its own. */
export function appointmentConfirmedText(
  words: AppointmentWords,
  manageUrl: string,
  brandName: string,
): string {
  const details = words.details.flatMap(({ label, lines }) =>
    lines.map((line, index) => (index === 0 ? `${label}:` : '').padEnd(labelWidth) + line),
  )
  return [
    brandName,
    '',
    'YOUR INSTALLATION IS CONFIRMED',
    '',
    words.greeting,
    '',
    words.day,
    words.time,
    '',
    ...details,
    '',
    'View my appointments:',
    manageUrl,
    '',
    'YOUR CARD IS HELD, NOT CHARGED',
    ...words.payment,
    '',
    'BEFORE YOU COME',
    ...words.preparation.map((line) => `- ${line}`),
    '',
    'CHANGES',
    words.change,
    '',
    '-- ',
    words.reason,
    '',
  ].join('\n')
}
