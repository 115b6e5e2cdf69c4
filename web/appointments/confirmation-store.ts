import * as z from 'zod/mini'
import { contact } from '../../contract/appointments/appointments.ts'
import { readSession, writeSession } from '../ui/session-storage.ts'

const storageKey = 'booked-appointment'

const bookedAppointment = z.object({
  owner: z.string(),
  id: z.string(),
  /** The shop's wall time. */
  date: z.string(),
  packageName: z.string(),
  priceCents: z.int(),
  installationTime: z.string(),
  shopName: z.string(),
  shopAddress: z.string(),
  vehicle: z.string(),
  vin: z.string(),
  contact,
})

/** What the confirmation view shows. Kept until the view is left, so that a reload shows it again. */
export type BookedAppointment = z.infer<typeof bookedAppointment>

export function keepConfirmation(booked: BookedAppointment): void {
  writeSession(storageKey, JSON.stringify(booked))
}

export function forgetConfirmation(): void {
  writeSession(storageKey, null)
}

/** The confirmation waiting to be shown to this user, or null. */
export function readConfirmation(owner: string): BookedAppointment | null {
  const stored = readSession(storageKey)
  if (stored === null) return null
  try {
    const parsed = z.safeParse(bookedAppointment, JSON.parse(stored))
    return parsed.success && parsed.data.owner === owner ? parsed.data : null
  } catch {
    return null
  }
}
