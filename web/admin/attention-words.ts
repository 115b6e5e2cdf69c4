import type { Attention } from '../../contract/admin/attention.ts'

/** Problems that need a person: appointments, shops and alarms. */
export function countProblems(attention: Attention): number {
  const alarms = [attention.mailOutage, attention.cardAlarm].filter((alarm) => alarm !== null).length
  return (
    attention.total +
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
