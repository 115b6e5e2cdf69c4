import { fieldsOf, parseKept, textsOf } from '../ui/kept-shape.ts'
import { readSession, writeSession } from '../ui/session-storage.ts'

const storageKey = 'booked-appointment'

// `date` is the shop's wall time.
const texts = [
  'owner',
  'id',
  'date',
  'packageName',
  'installationTime',
  'shopName',
  'shopAddress',
  'vehicle',
  'vin',
] as const
const contactTexts = ['name', 'email', 'phone'] as const

/** What the confirmation view shows. Kept until the view is left, so that a reload shows it again. */
export type BookedAppointment = Record<(typeof texts)[number], string> & {
  priceCents: number
  contact: Record<(typeof contactTexts)[number], string>
}

export function keepConfirmation(booked: BookedAppointment): void {
  writeSession(storageKey, JSON.stringify(booked))
}

export function forgetConfirmation(): void {
  writeSession(storageKey, null)
}

/** The confirmation waiting to be shown to this user, or null. */
export function readConfirmation(owner: string): BookedAppointment | null {
  const kept = parseKept(readSession(storageKey) ?? '')
  const { priceCents, contact } = fieldsOf(kept)
  const booked = textsOf(kept, texts)
  const booker = textsOf(contact, contactTexts)
  if (booked?.owner !== owner || booker === null || typeof priceCents !== 'number') return null
  return { ...booked, priceCents, contact: booker }
}
