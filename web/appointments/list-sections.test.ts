import { expect, test } from 'vitest'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { moneyMovedOf } from '../../contract/payments/money-moved.ts'
import { listSections } from './list-sections.ts'

function appointment(status: CustomerAppointment['status'], appointmentDate: string): CustomerAppointment {
  return {
    id: `${status} ${appointmentDate}`,
    productId: 1,
    packageName: 'Smart Connect Essential',
    installationTime: '2-3 hours',
    durationMinutes: 180,
    price: 499,
    appointmentDate,
    vehicleInfo: { year: 2021, make: 'Audi', model: 'Q5', vin: null },
    shopId: 5,
    shopName: 'Alhambra',
    shopLocation: 'Alhambra, CA',
    visit: {},
    timeZone: 'America/Los_Angeles',
    status,
    name: 'Pat',
    email: 'pat@example.test',
    phone: '6265550142',
    mailedTo: 'pat@example.test',
    receipt: null,
    hold: {
      state: 'live',
      liveUntil: null,
      heldAmount: null,
      renewsAt: null,
      awaitsFitment: false,
      card: null,
    },
    money: moneyMovedOf([]),
    confirmCardUrl: null,
    cancellationReason: null,
    isShopSuspended: false,
    claimedUntil: null,
    earlierTime: 'impossible',
    fitment: null,
    receiptNumber: null,
    workState: 'booked',
    cancelFee: null,
    feeAfterCheck: null,
    decidedFee: null,
  }
}

test('an appointment whose card needs the customer comes before an earlier one', () => {
  const soon = appointment('scheduled', '2026-12-09 09:00:00')
  const late = appointment('scheduled', '2026-12-11 09:00:00')
  const failed = { ...late, hold: { ...late.hold, state: 'failed' as const } }
  const { upcoming } = listSections([soon, failed], Date.parse('2026-12-01T12:00:00Z'))
  expect(upcoming.map((listed) => [listed.appointment.id, listed.status.label])).toEqual([
    [failed.id, 'Card not held'],
    [soon.id, 'Scheduled'],
  ])
})

test('the next appointment comes first, then past and cancelled ones, latest first', () => {
  const { upcoming, past, cancelled } = listSections(
    [
      appointment('scheduled', '2026-12-11 09:00:00'),
      appointment('cancelled', '2026-11-02 09:00:00'),
      appointment('pending', '2026-12-09 09:00:00'),
      appointment('completed', '2026-11-09 09:00:00'),
      appointment('scheduled', '2026-11-30 09:00:00'),
      appointment('cancelled', '2026-12-18 09:00:00'),
    ],
    Date.parse('2026-12-01T12:00:00Z'),
  )
  const datesOf = (listed: typeof past) => listed.map(({ appointment: { id } }) => id.slice(0, -9))
  expect(datesOf(upcoming)).toEqual(['pending 2026-12-09', 'scheduled 2026-12-11'])
  expect(datesOf(past)).toEqual(['scheduled 2026-11-30', 'completed 2026-11-09'])
  expect(datesOf(cancelled)).toEqual(['cancelled 2026-12-18', 'cancelled 2026-11-02'])
})
