import type { PaysBy } from '../payments/pays-by.ts'

/**
 * States of an appointment. `claimed`: the slot is taken, the card not yet held. `booked`: held. `completed`:
 * captured. `cancelled`. `released`: the claim ended without a hold.
 */
export const appointmentStates = ['claimed', 'booked', 'completed', 'cancelled', 'released'] as const
export type AppointmentState = (typeof appointmentStates)[number]

/**
 * States in which an appointment takes its bay. With an end in the future it is upcoming, also when it was
 * captured before its start.
 */
export const statesWithSlot: readonly AppointmentState[] = ['claimed', 'booked', 'completed']

/** A claim whose payment is not finished within this time is released. */
export const claimMinutes = 15

/**
 * The state in the administrator's list; null for claims that never became an appointment. An appointment
 * that the shop booked without a card is pending until it is paid.
 */
export function paymentStatusOf(
  state: AppointmentState,
  paysBy: PaysBy,
): 'pending' | 'authorized' | 'completed' | 'cancelled' | null {
  switch (state) {
    case 'claimed':
      return 'pending'
    case 'booked':
      return paysBy === 'card' ? 'authorized' : 'pending'
    case 'completed':
      return 'completed'
    case 'cancelled':
      return 'cancelled'
    case 'released':
      return null
  }
}

/** The status shown to the customer; null for a claim that never became an appointment. */
export function customerStatusOf(
  state: AppointmentState,
): 'pending' | 'scheduled' | 'completed' | 'cancelled' | null {
  const status = paymentStatusOf(state, 'card')
  return status === 'authorized' ? 'scheduled' : status
}

/**
 * Whether the customer may still move the appointment or change its package: held and not begun. Instants.
 */
export function canChange(state: AppointmentState, startsAt: number, now: number): boolean {
  return state === 'booked' && now < startsAt
}

/** Whether the customer may still cancel: held or waiting for payment, and not begun. Instants. */
export function canCancel(state: AppointmentState, startsAt: number, now: number): boolean {
  return (state === 'booked' || state === 'claimed') && now < startsAt
}
