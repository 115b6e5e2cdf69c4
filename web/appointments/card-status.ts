import { claimMinutes } from '../../contract/booking/appointment-states.ts'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { hasWorkBegun, isCarAtShop } from '../../contract/workshop/work-states.ts'
import { isAllowed } from '../../contract/identity/permissions.ts'
import { plannedEndOf, startOf } from './appointment-times.ts'
import { openReviewOf } from './fitment-note-words.ts'
import { shopTakesNoChanges } from './suspended-shop.ts'

export type CardStatus = {
  label: string
  tone: 'blue' | 'green' | 'amber' | 'neutral'
  /** The section of the list. */
  section: 'upcoming' | 'past' | 'cancelled'
  /** The reason why it cannot be changed, as a sentence; null when it can. */
  lockedBecause: string | null
  canCancel: boolean
}

type StatusInput = Pick<
  CustomerAppointment,
  'status' | 'appointmentDate' | 'timeZone' | 'isShopSuspended'
> & {
  durationMinutes?: number
  hold?: Pick<HoldHealth, 'state' | 'liveUntil'>
  fitment?: CustomerAppointment['fitment']
  workState?: CustomerAppointment['workState']
}

/** The badge of a scheduled appointment whose card needs the customer; null while it needs nothing. */
function cardProblemOf({ hold }: StatusInput): Pick<CardStatus, 'label' | 'tone'> | null {
  if (hold?.state === 'no_card') return { label: 'Card needed', tone: 'amber' }
  if (hold?.state === 'unconfirmed') return { label: 'Card to confirm', tone: 'amber' }
  if (hold?.state !== 'failed') return null
  return { label: hold.liveUntil === null ? 'Card not held' : 'Card to confirm', tone: 'amber' }
}

const awaitsCheck = { label: 'Awaiting fitment check', tone: 'amber' } as const

/** Where the car is, in place of the status of its appointment. */
const workLabels = {
  arrived: { label: 'At the shop', tone: 'blue' },
  in_bay: { label: 'At the shop', tone: 'blue' },
  ready: { label: 'Ready', tone: 'green' },
} as const

const workHasBegun = 'Your car is at the shop. To change something, please speak with the shop.'

const tones = { pending: 'amber', scheduled: 'blue', completed: 'green', cancelled: 'neutral' } as const

/**
 * Status and allowed actions of an appointment card at the instant `now` of the server's clock. The server
 * decides anyway.
 */
export function cardStatusOf(appointment: StatusInput, now: number): CardStatus {
  const { status, workState = 'booked' } = appointment
  const start = startOf(appointment)
  // A start that cannot be parsed is left to the server.
  const startsAt = start ?? Number.POSITIVE_INFINITY
  const shown = { label: status.charAt(0).toUpperCase() + status.slice(1), tone: tones[status] ?? 'neutral' }
  // Until its planned end it is still the next thing on the customer's mind.
  const end = plannedEndOf({ durationMinutes: 0, ...appointment })
  const section = end !== null && now >= end ? 'past' : 'upcoming'
  if ((status === 'scheduled' || status === 'completed') && isCarAtShop(workState))
    return {
      ...workLabels[workState],
      // Also after the planned end and the payment: the car is to be picked up.
      section: 'upcoming',
      lockedBecause: workHasBegun,
      canCancel: false,
    }
  switch (status) {
    case 'pending':
      return {
        ...shown,
        section,
        lockedBecause: `You can change it once your card is confirmed. Otherwise we release the time after ${claimMinutes} minutes.`,
        canCancel: isAllowed('customer', 'ownAppointment.cancel', { state: 'claimed', startsAt, now }),
      }
    case 'completed':
      return { ...shown, section: 'past', lockedBecause: 'The installation is complete.', canCancel: false }
    case 'cancelled':
      return {
        ...shown,
        section: 'cancelled',
        lockedBecause: 'This appointment is cancelled.',
        canCancel: false,
      }
    case 'scheduled': {
      const isBegun = hasWorkBegun(workState)
      return {
        ...shown,
        ...(openReviewOf({ status, fitment: appointment.fitment ?? null }) && awaitsCheck),
        ...cardProblemOf(appointment),
        section: isBegun ? 'past' : section,
        lockedBecause: isBegun
          ? workHasBegun
          : !isAllowed('customer', 'ownAppointment.change', { state: 'booked', startsAt, now })
            ? 'This appointment has started, so you can’t change it anymore.'
            : appointment.isShopSuspended
              ? shopTakesNoChanges
              : null,
        canCancel:
          !isBegun && isAllowed('customer', 'ownAppointment.cancel', { state: 'booked', startsAt, now }),
      }
    }
  }
}
