import { expect, test } from 'vitest'
import { attentionReasons, type Attention, type AttentionItem } from '../../contract/admin/attention.ts'
import { unchargedJobs } from '../today/uncharged-jobs.ts'
import { countListed, countProblems, problemsOf } from './attention-words.ts'

const item = (reason: AttentionItem['reason']) => ({ appointmentId: reason, reason }) as AttentionItem
const attention = {
  items: attentionReasons.map(item),
  total: attentionReasons.length,
  uncharged: ['done_not_charged', 'not_paid'].map((appointmentId) => ({ appointmentId })),
  ranges: { done_not_charged: 2, hold_failed: 0, awaits_fitment: 0 },
  strayTotal: 1,
  strayDisputes: [{ id: 'dp_1' }],
  strangersTexts: [],
  pendingShops: 2,
  pendingShopChanges: 0,
  limitedCustomers: 0,
  flaggedNetworks: 0,
  withheldMails: 7,
  mailOutage: null,
  cardAlarm: null,
} as unknown as Attention

test('a job that is over and not charged is counted there, and not under "Needs attention" too', () => {
  const problems = problemsOf(attention)
  expect(problems.items.map(({ reason }) => reason)).not.toContain('done_not_charged')
  expect(problems.items.length + unchargedJobs(attention).count).toBe(attentionReasons.length)
  // The shown items, the stray dispute, two shops, and the withheld mails as one.
  expect(countProblems(attention)).toBe(problems.items.length + 1 + 2 + 1)
})

test('the button that shows all names the number beside the heading, and only the most urgent are fewer', () => {
  const withText = { ...attention, strangersTexts: [{ id: 'a text' }] } as unknown as Attention
  expect(countProblems(withText)).toBe(countProblems(attention) + 1)
  expect(countListed(withText)).toEqual({ listed: countProblems(withText), all: countProblems(withText) })
  const cut = { ...withText, total: withText.total + 20, strayTotal: 3 }
  expect(countListed(cut)).toEqual({ listed: countProblems(withText), all: countProblems(withText) + 22 })
})
