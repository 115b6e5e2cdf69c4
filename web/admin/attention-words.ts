import type { Attention, AttentionItem } from '../../contract/admin/attention.ts'

/** Reasons of jobs that are over and not paid: they stand in "Done, not charged". */
const doneReasons: readonly AttentionItem['reason'][] = ['done_not_charged', 'not_paid']

/** The items that stand in "Needs attention", and their number. */
export function problemsOf({ items, total }: Pick<Attention, 'items' | 'total'>) {
  const problems = items.filter(({ reason }) => !doneReasons.includes(reason))
  return { items: problems, total: total - (items.length - problems.length) }
}

/**
 * How many of these the page lists, and whether those are all. The server lists the most urgent ones only.
 */
export function countListed(attention: Attention): { listed: number; all: number } {
  const all = countProblems(attention)
  const { items, strayDisputes } = attention
  const unlisted = attention.total - items.length + attention.strayTotal - strayDisputes.length
  return { listed: all - unlisted, all }
}

/** The number beside "Needs attention", the same everywhere: appointments, shops and alarms. */
export function countProblems(attention: Attention): number {
  const alarms = [attention.mailOutage, attention.cardAlarm].filter((alarm) => alarm !== null).length
  return (
    problemsOf(attention).total +
    attention.strayTotal +
    attention.strangersTexts.length +
    attention.pendingShops +
    attention.pendingShopChanges +
    attention.limitedCustomers +
    attention.flaggedNetworks +
    (attention.withheldMails > 0 ? 1 : 0) +
    alarms
  )
}
