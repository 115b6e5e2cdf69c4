import { expect, test } from 'vitest'
import type { HoldHealth } from '../../contract/payments/hold-health.ts'
import { agreementOn } from './package-agreement.ts'

const card = { brand: 'visa', lastFour: '4242' }
const live: HoldHealth = {
  state: 'live',
  liveUntil: '2026-12-12T20:00:00.000Z',
  heldAmount: 799,
  renewsAt: null,
  awaitsFitment: false,
  card,
}
const saved: HoldHealth = {
  state: 'saved',
  liveUntil: null,
  heldAmount: null,
  renewsAt: '2026-12-09T17:00:00.000Z',
  awaitsFitment: false,
  card,
}

const packages = {
  essential: { priceCents: 49_900, durationMinutes: 180, installationTime: '2-3 hours' },
  premium: { priceCents: 79_900, durationMinutes: 240, installationTime: '3-4 hours' },
  pro: { priceCents: 129_900, durationMinutes: 300, installationTime: '4-5 hours' },
}

function premiumWith(hold: HoldHealth, appointmentDate = '2026-12-12 09:00:00') {
  return {
    price: 799,
    hold,
    appointmentDate,
    durationMinutes: 240,
    installationTime: '3-4 hours',
    cancelFee: null,
  }
}

test('a cheaper package keeps the hold and captures less', () => {
  expect(agreementOn(premiumWith(live), packages.essential, 'fits')).toEqual({
    difference: '$300 less',
    money: 'Your hold of $799 stays, and we charge $499 after the work.',
    time: 'The installation takes 2-3 hours instead of 3-4 hours: it ends by 12:00 PM, not 1:00 PM.',
    check: null,
    holdsAnew: false,
  })
  expect(agreementOn(premiumWith(saved), packages.essential, 'fits').money).toBe(
    'We charge $499 after the work.',
  )
})

test('the lines of the day and payments count for what is charged of the new package', () => {
  const dayPrice = {
    lines: [{ kind: 'part' as const, description: 'Bracket', amountCents: 12_000 }],
    totalCents: 91_900,
    agreedCents: 91_900,
    dueCents: 81_900,
    taxCents: null,
    paidOtherwiseCents: 10_000,
    refunds: [],
  }
  expect(agreementOn({ ...premiumWith(live), dayPrice }, packages.essential, 'fits').money).toBe(
    'Your hold of $799 stays, and we charge $519 after the work.',
  )
  expect(agreementOn({ ...premiumWith(live), dayPrice }, packages.pro, 'fits').money).toBe(
    'We’ll place a new hold of $1,299 on your Visa ending in 4242 now and release the old one of $799. We charge $1,319 after the work.',
  )
})

test('a more expensive package takes a new hold and names the one that it replaces', () => {
  expect(agreementOn(premiumWith(live), packages.pro, 'fits')).toEqual({
    difference: '$500 more',
    money:
      'We’ll place a new hold of $1,299 on your Visa ending in 4242 now and release the old one of $799. No charge until the work is done.',
    time: 'The installation takes 4-5 hours instead of 3-4 hours: it ends by 2:00 PM, not 1:00 PM.',
    check: null,
    holdsAnew: true,
  })
  expect(agreementOn(premiumWith(saved), packages.pro, 'fits').money).toBe(
    'We’ll place a hold of $1,299 on your Visa ending in 4242 now. No charge until the work is done.',
  )
})

test('a package that costs no more than is held still takes no new hold', () => {
  expect(agreementOn(premiumWith({ ...live, heldAmount: 1299 }), packages.pro, 'fits')).toMatchObject({
    difference: '$500 more',
    money: 'Your hold of $1,299 stays, and we charge $1,299 after the work.',
    holdsAnew: false,
  })
})

test('the same price leaves the money unchanged, and an invalid date omits the end', () => {
  expect(agreementOn(premiumWith(live), packages.premium, 'fits')).toMatchObject({
    difference: null,
    holdsAnew: false,
    time: 'The installation takes 3-4 hours, as before.',
  })
  expect(agreementOn(premiumWith(live, 'soon'), packages.pro, 'fits').time).toBe(
    'The installation takes 4-5 hours instead of 3-4 hours.',
  )
})

test('a package that a person must check names the check and what a no means', () => {
  const { check } = agreementOn(premiumWith(live), packages.essential, 'needs_review')
  expect(check).toContain('The shop checks first that this package fits your car.')
  expect(check).toContain('we cancel the appointment and release the hold')
  expect(agreementOn(premiumWith(live), packages.essential, null).check).toBeNull()
  expect(agreementOn(premiumWith(live), packages.essential, 'fits_with_condition').check).toBeNull()
})
