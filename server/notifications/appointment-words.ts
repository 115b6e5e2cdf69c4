import { formatPhone } from '../../contract/appointments/appointments.ts'
import { formatCents } from '../../contract/money.ts'
import { formatLongDay, formatTwelveHour, wallTimeOf } from '../../contract/time.ts'
import type { AppointmentMail } from './appointment-mail.ts'
import { oneLine } from './one-line.ts'

/** The sentences of a confirmation, told once for the HTML, the text and the calendar file. */
export type AppointmentWords = {
  subject: string
  greeting: string
  /** 'Monday, December 7, 2026' */
  day: string
  /** '9:00 AM PST', by the shop's clock. */
  time: string
  details: { label: string; lines: string[] }[]
  payment: string[]
  preparation: string[]
  change: string
  reason: string
}

/** Puts the snapshot into words. Times are the shop's wall time with its zone's short name. */
export function describeAppointment(mail: AppointmentMail, brandName: string): AppointmentWords {
  const startsAt = Date.parse(mail.startsAt)
  const start = wallTimeOf(startsAt, mail.timeZone)
  const clock = formatTwelveHour(start.minutes)
  const price = formatCents(mail.priceCents)
  const packageName = oneLine(mail.packageName)

  return {
    subject: `Confirmed: ${packageName} on ${shortDay(startsAt, mail.timeZone)} at ${clock}`,
    greeting: `Hi ${oneLine(mail.customerName)}, thank you. ${oneLine(mail.shopName)} is expecting you and your ${oneLine(`${mail.vehicle.make} ${mail.vehicle.model}`)}.`,
    day: formatLongDay(start.day),
    time: `${clock} ${zoneName(startsAt, mail.timeZone)}`,
    details: [
      { label: 'Service', lines: [packageName, `${price}, parts & labor included`] },
      { label: 'Duration', lines: [oneLine(mail.installationTime)] },
      { label: 'Location', lines: [oneLine(mail.shopName), oneLine(mail.shopAddress)] },
      { label: 'Vehicle', lines: vehicleLines(mail) },
      {
        label: 'Contact',
        lines: [oneLine(mail.customerName), formatPhone(mail.customerPhone), oneLine(mail.customerEmail)],
      },
    ],
    payment: [
      `A hold of ${price} secures your appointment. Your bank may list it as pending.`,
      `Your card will only be charged ${price} after the installation is completed and confirmed.`,
    ],
    preparation: [
      'Bring the vehicle with every key you need to drive and lock it.',
      'Bring your phone and its charging cable, to try your new screen before you leave.',
      'Empty the glove box and center console, so that the technician can reach behind the dashboard.',
    ],
    change:
      'Need another time or another package? Open My Appointments and choose Reschedule or Change Package.',
    reason: `You receive this mail because an appointment was made at ${brandName} with this address.`,
  }
}

function vehicleLines({ vehicle }: AppointmentMail): string[] {
  const name = oneLine(`${vehicle.year} ${vehicle.make} ${vehicle.model}`)
  return vehicle.vin ? [name, `VIN ${oneLine(vehicle.vin)}`] : [name]
}

function shortDay(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  }).format(instant)
}

function zoneName(instant: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(instant)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
