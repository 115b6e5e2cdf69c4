import { expect, test } from 'vitest'
import type { AppointmentOrder } from '../../contract/booking/appointments.ts'
import { emptyDraft } from './booking-draft.ts'
import { isOrderOf } from './claim-facts.ts'
import { heldSentence } from './own-claim.ts'

const claim = {
  id: 'one',
  shopId: 3,
  start: '2026-12-04 10:00',
  // 8:06 in Los Angeles, 11:06 in New York.
  until: '2026-12-03T16:06:00.000Z',
  timeZone: 'America/Los_Angeles',
}

test('the start and the end of a claim are on the shop’s clock, with its zone where the device’s differs', () => {
  expect(heldSentence(claim, 'America/Los_Angeles')).toBe(
    '10:00 AM on Friday, December 4 is held for you until 8:06 AM.',
  )
  expect(heldSentence(claim, 'America/New_York')).toBe(
    '10:00 AM on Friday, December 4 is held for you until 8:06 AM PST.',
  )
})

test('only the order of the same shop and start waits in a claim', () => {
  const sent = (date: string, shopId: number) => ({
    ...emptyDraft('pat'),
    attempt: { key: 'key', order: { date, shopId } as unknown as AppointmentOrder, agreed: null },
  })
  expect(isOrderOf(claim, sent('2026-12-04 10:00', 3))).toBe(true)
  expect(isOrderOf(claim, sent('2026-12-04 11:00', 3))).toBe(false)
  expect(isOrderOf(claim, sent('2026-12-04 10:00', 4))).toBe(false)
  expect(isOrderOf(claim, emptyDraft('pat'))).toBe(false)
})
