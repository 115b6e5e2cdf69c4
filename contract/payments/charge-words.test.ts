import { expect, test } from 'vitest'
import { chargeableCentsOf, chargeWords, toPayOf } from './charge-words.ts'
import { priceDueOf, type PriceFacts } from './day-price.ts'

const priceCents = 129_900
const facts: PriceFacts = {
  priceCents,
  lines: [],
  agreement: null,
  paidOtherwiseCents: 0,
  capturedCents: 0,
}
const part = { kind: 'part', amountCents: 38_460 } as const
const discount = { kind: 'discount', amountCents: 6_000 } as const
const agreement = { totalCents: 168_360, priceCents, tipCents: 0 }

test.each<[string, Partial<PriceFacts>, number, string]>([
  [
    'the package alone',
    {},
    129_900,
    'Your card will only be charged $1,299 after the installation is completed and confirmed.',
  ],
  [
    'agreed lines',
    { lines: [part], agreement },
    168_360,
    'Your card will only be charged $1,683.60 after the installation is completed and confirmed.',
  ],
  [
    'a discount',
    { lines: [discount] },
    123_900,
    'Your card will only be charged $1,239 after the installation is completed and confirmed.',
  ],
  [
    'lines that wait for an agreement',
    { lines: [part] },
    129_900,
    'The total is now $1,683.60, and you agreed to $1,299. Nothing more is charged before you agree.',
  ],
  [
    'a discount that was removed after the agreement',
    { agreement: { totalCents: 123_900, priceCents, tipCents: 0 } },
    123_900,
    'The total is now $1,299, and you agreed to $1,239. Nothing more is charged before you agree.',
  ],
  [
    'a part that was paid at the shop',
    { paidOtherwiseCents: 29_900 },
    100_000,
    'Your card will only be charged $1,000 after the installation is completed and confirmed. $299 of $1,299 is paid already.',
  ],
  [
    'a rest beside the captured price',
    { lines: [part], agreement, capturedCents: 129_900 },
    38_460,
    'Your card will only be charged $384.60 after the installation is completed and confirmed. $1,299 of $1,683.60 is paid already.',
  ],
  [
    'a payment of all',
    { paidOtherwiseCents: 129_900 },
    0,
    'The total of $1,299 is paid. Nothing more is charged.',
  ],
])('of %s the card is charged what is due and agreed', (_name, changes, cents, sentence) => {
  const charged = { priceCents, toPay: toPayOf(priceDueOf({ ...facts, ...changes }), priceCents) }
  expect([chargeableCentsOf(charged), chargeWords(charged)]).toEqual([cents, sentence])
})

test('the fee of a late cancellation stands with the charge, and not with a payment at the shop', () => {
  expect(chargeWords({ priceCents, feeCents: 5_000 })).toBe(
    'Your card will only be charged $1,299 after the installation is completed and confirmed, or a fee of $50 if you cancel late or don’t come.',
  )
  expect(chargeWords({ priceCents, feeCents: 5_000, isPaidAtShop: true })).toBe(
    'You pay $1,299 at the shop after the installation.',
  )
})
