import { expect, test } from 'vitest'
import { moneyMovedOf } from '../../contract/payments/money-moved.ts'
import { ownMoneyRows, type OwnMoneyRow } from './own-money-rows.ts'

const nothing = moneyMovedOf([])
const at = '2026-12-08T01:30:00.000Z'
const refund = { amountCents: 7_000, reason: 'A scratch', at, isMade: true }

type Moved = Partial<typeof nothing> & {
  atShopCents?: number
  refunds?: (typeof refund)[]
  feeCents?: number
}

function rowsOf({ atShopCents = 0, refunds = [], feeCents, ...money }: Moved): OwnMoneyRow[] {
  const card = { brand: 'visa', lastFour: '4242' }
  return ownMoneyRows({
    money: { ...nothing, ...money },
    hold: { state: 'none', liveUntil: null, heldAmount: null, renewsAt: null, awaitsFitment: false, card },
    decidedFee: feeCents === undefined ? null : { cents: feeCents, outcome: 'charged' },
    dayPrice: {
      lines: [],
      refunds,
      totalCents: 79_900,
      agreedCents: 79_900,
      dueCents: 0,
      taxCents: null,
      paidOtherwiseCents: atShopCents,
    },
  })
}

const told = (moved: Moved) => rowsOf(moved).map(({ label, cents }) => [label, cents])

test('before any money moved there is no row', () => {
  expect(told({ heldCents: 79_900 })).toEqual([])
})

test('the charge stands between the payment at the shop and the refunds', () => {
  expect(
    told({ atShopCents: 10_000, capturedCents: 69_900, refundedCents: 7_000, refunds: [refund] }),
  ).toEqual([
    ['Paid at the shop', 10_000],
    ['Charged to your Visa ending in 4242', 69_900],
    ['Refunded', -7_000],
  ])
})

test('a cancellation refunds the rest, and a fee is named', () => {
  expect(told({ capturedCents: 79_900, refundedCents: 79_900, refunds: [refund] })).toEqual([
    ['Charged to your Visa ending in 4242', 79_900],
    ['Refunded', -7_000],
    ['Refunded to your Visa ending in 4242', -72_900],
  ])
  expect(told({ capturedCents: 5_000, feeCents: 5_000 })).toEqual([
    ['Fee charged to your Visa ending in 4242', 5_000],
  ])
})

test('the rows add up to the money that the customer has given and not got back', () => {
  for (const capturedCents of [0, 79_900])
    for (const refundedCents of [0, 7_000, 20_000])
      for (const refundingCents of [0, 3_000])
        for (const disputedCents of [0, 40_000]) {
          const refunds = refundedCents > 0 ? [refund] : []
          const moved = { capturedCents, refundedCents, refundingCents, disputedCents, atShopCents: 1_000 }
          const sum = rowsOf({ ...moved, refunds }).reduce((total, { cents }) => total + cents, 0)
          expect(sum).toBe(1_000 + capturedCents - refundedCents - refundingCents - disputedCents)
        }
})
