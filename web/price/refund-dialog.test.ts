import { expect, test } from 'vitest'
import { mostInWords } from './refund-dialog.tsx'

const price = { capturedCents: 168_360, refundedCents: 0, refundingCents: 0, refundableCents: 168_360 }
const refunded = { ...price, refundedCents: 6_000, refundingCents: 4_000 }

test.each([
  [price, true, 'You can refund up to $1,683.60 of the $1,683.60.'],
  [
    { ...refunded, refundableCents: 158_360 },
    true,
    'You can refund up to $1,583.60. $100 of the $1,683.60 was refunded before.',
  ],
  [
    { ...price, refundableCents: 84_180 },
    false,
    'The shop may refund at most $841.80 of the $1,683.60. An administrator may refund more.',
  ],
  [
    { ...refunded, refundableCents: 74_180 },
    false,
    'The shop may refund at most $741.80. $100 of the $1,683.60 was refunded before. An administrator may refund more.',
  ],
])(
  'the most that can be refunded, and what was refunded before, are two sentences',
  (facts, isAdministrator, words) => {
    expect(mostInWords(facts, isAdministrator)).toBe(words)
  },
)
