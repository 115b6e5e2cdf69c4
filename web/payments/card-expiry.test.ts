import { expect, test } from 'vitest'
import { expiryRemark } from './card-expiry.ts'

test.each([
  [{ month: 11, year: 2026 }, '2026-12-01', 'November 2026'],
  [{ month: 12, year: 2026 }, '2027-01-04', 'December 2026'],
  [{ month: 12, year: 2026 }, '2026-12-31', null],
  [{ month: 1, year: 2027 }, '2026-12-31', null],
  [{ month: 9, year: 2027 }, '2027-10-01', 'September 2027'],
])('a card valid through %j, for an appointment on %s: %s', (expiry, day, named) => {
  const remark = expiryRemark(expiry, day)
  if (named === null) expect(remark).toBeNull()
  else expect(remark).toContain(named)
})
