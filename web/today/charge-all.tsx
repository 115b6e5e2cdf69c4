import type { JobOfDay } from '../../contract/admin/attention.ts'
import { formatCents } from '../../contract/money.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'

type ChargeAllProps = { jobs: readonly JobOfDay[]; onPress: (jobs: readonly JobOfDay[]) => void }

/**
 * Asks to charge all finished jobs whose customers have a card and agreed to the total, where there are
 * several.
 */
export function ChargeAll({ jobs, onPress }: ChargeAllProps) {
  const mayCapture = useMay('payment.capture')
  const chargeable = jobs.filter(
    ({ paymentStatus, needsAgreement }) => paymentStatus === 'authorized' && !needsAgreement,
  )
  if (!mayCapture || chargeable.length < 2) return null
  const total = chargeable.reduce((sum, { dueCents }) => sum + dueCents, 0)
  return (
    <Button variant="secondary" size="small" onClick={() => onPress(chargeable)}>
      Charge all {chargeable.length}, {formatCents(total)}
    </Button>
  )
}
