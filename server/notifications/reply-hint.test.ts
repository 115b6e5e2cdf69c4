import { expect, test } from 'vitest'
import { shopReplyHint } from './reply-hint.ts'

const shopEmail = 'desk@garage.example'
const shopPhone = '6265550100'

test.each([
  [{ shopEmail, shopPhone }, 'Questions? Reply to reach the shop, or call (626) 555-0100.'],
  [{ shopEmail }, 'Questions? Reply to reach the shop.'],
  [{ shopPhone }, 'Questions? Call the shop at (626) 555-0100.'],
  [{}, 'Questions? Ask the shop at the address above.'],
])('a shop with %j is asked this way', (shop, hint) => {
  expect(shopReplyHint(shop)).toBe(hint)
})
