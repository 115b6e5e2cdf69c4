/**
 * The life of an appointment. `claimed`: the slot is taken, the card not yet held. `booked`: held. `completed`: captured.
 * `cancelled`. `released`: the claim ended without a hold, nobody was booked.
 */
export const appointmentStates = ['claimed', 'booked', 'completed', 'cancelled', 'released'] as const
export type AppointmentState = (typeof appointmentStates)[number]

/** A claim whose payment is not finished within this time is released. */
export const claimMinutes = 15

/** The administrator's word for a state; null for one that never became an appointment. */
export function paymentStatusOf(
  state: AppointmentState,
): 'pending' | 'authorized' | 'completed' | 'cancelled' | null {
  switch (state) {
    case 'claimed':
      return 'pending'
    case 'booked':
      return 'authorized'
    case 'completed':
      return 'completed'
    case 'cancelled':
      return 'cancelled'
    case 'released':
      return null
  }
}

/** The state behind the administrator's word for it. */
export const stateOf: Readonly<Record<NonNullable<ReturnType<typeof paymentStatusOf>>, AppointmentState>> = {
  pending: 'claimed',
  authorized: 'booked',
  completed: 'completed',
  cancelled: 'cancelled',
}

/** The customer's word for a state; null for one that never became an appointment. */
export function customerStatusOf(
  state: AppointmentState,
): 'pending' | 'scheduled' | 'completed' | 'cancelled' | null {
  const status = paymentStatusOf(state)
  return status === 'authorized' ? 'scheduled' : status
}

/** Whether its customer may still move it or change its package: it is held and has not begun. Instants. */
export function canChange(state: AppointmentState, startsAt: number, now: number): boolean {
  return state === 'booked' && now < startsAt
}

/** Whether its customer may still cancel it: it is held, or waits for its payment, and has not begun. Instants. */
export function canCancel(state: AppointmentState, startsAt: number, now: number): boolean {
  return (state === 'booked' || state === 'claimed') && now < startsAt
}
