import { expect, test } from 'vitest'
import { changeWordsOf, otherWayOf } from './price-change-words.ts'

const bracket = { kind: 'part' as const, description: 'Mounting bracket', amountCents: 12_000 }
const cable = { kind: 'labor' as const, description: 'Cable repair', amountCents: 4_500 }
const asked = {
  priceCents: 49_900,
  agreedCents: 49_900,
  totalCents: 66_400,
  dueCents: 66_400,
  coveredCents: 49_900,
  onHoldCents: 49_900,
  lines: [bracket, cable],
  card: { brand: 'visa', lastFour: '4242' },
}

test('a higher total names the agreed one and each addition', () => {
  expect(changeWordsOf(asked)).toEqual({
    title: 'You agreed to $499 before. The shop asks for $664 now.',
    detail: 'The shop added Mounting bracket (part, $120) and Cable repair (labor, $45).',
  })
})

test('a discount and a tip are no additions of the shop', () => {
  const lines = [
    bracket,
    { kind: 'discount' as const, description: 'Waited an hour', amountCents: 2_000 },
    { kind: 'tip' as const, description: 'Tip', amountCents: 1_000 },
  ]
  expect(changeWordsOf({ ...asked, totalCents: 60_900, lines }).detail).toBe(
    'The shop added Mounting bracket (part, $120).',
  )
})

test('after an earlier agreement the difference is told, not lines that were agreed to', () => {
  expect(changeWordsOf({ ...asked, agreedCents: 61_900 })).toEqual({
    title: 'You agreed to $619 before. The shop asks for $664 now.',
    detail: 'That is $45 more.',
  })
})

test('a tip alone above the agreed amount, as after a change of the package, is told as the difference', () => {
  const lines = [{ kind: 'tip' as const, description: 'Tip', amountCents: 1_000 }]
  expect(changeWordsOf({ ...asked, totalCents: 50_900, lines })).toEqual({
    title: 'You agreed to $499 before. The shop asks for $509 now.',
    detail: 'That is $10 more.',
  })
})

test('an agreed total asks to hold the rest, and one without a rest only for a signature', () => {
  expect(changeWordsOf({ ...asked, agreedCents: 66_400 }).title).toBe(
    'You agreed to $664. $165 of it isn’t held on your card yet.',
  )
  expect(changeWordsOf({ ...asked, agreedCents: 66_400, onHoldCents: 0 })).toEqual({
    title: 'You agreed to $664. It isn’t held on your card yet.',
    detail: 'Agree again to hold $165 of it. Your bank may ask you to confirm.',
  })
  expect(changeWordsOf({ ...asked, agreedCents: 66_400, coveredCents: 66_400 }).title).toBe(
    'Your total is $664.',
  )
})

test('an agreed total is fully held by the hold of the price and that of an extra amount', () => {
  const price = { ...asked, agreedCents: 66_400, totalCents: 60_000, dueCents: 60_000, onHoldCents: 66_400 }
  expect(changeWordsOf(price)).toEqual({
    title: 'Your total is $600.',
    detail: 'Please check it and sign.',
  })
})

test('without a card nothing is to be held', () => {
  const price = { ...asked, agreedCents: 66_400, coveredCents: 0, onHoldCents: 0, card: null }
  expect(changeWordsOf(price).title).toBe('Your total is $664.')
  expect(otherWayOf(price).detail).toBeNull()
})

test('a limit without an agreement is named only below the asked total, and no agreed total is contradicted', () => {
  for (const agreedCents of [49_900, 66_400, 70_000])
    for (const [coveredCents, onHoldCents] of [
      [49_900, 49_900],
      [49_900, 0],
      [66_400, 49_900],
    ] as const) {
      const price = { ...asked, agreedCents, coveredCents, onHoldCents }
      const { title, detail } = otherWayOf(price)
      const isAgreed = changeWordsOf(price).title.startsWith('You agreed to $664')
      expect(detail?.includes('Without your agreement') ?? false).toBe(agreedCents < 66_400)
      expect(title).toBe(isAgreed ? 'Another way to pay' : 'I don’t agree')
      if (isAgreed) expect(detail).toBe('You can also pay at the shop.')
    }
})
