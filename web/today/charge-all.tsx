import type { JobOfDay } from '../../contract/admin/attention.ts'
import { formatCents } from '../../contract/money.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { splitChargeable, type SplitJobs } from './chargeable-jobs.ts'

type ChargeAllProps = { jobs: readonly JobOfDay[]; onPress: (split: SplitJobs) => void }

/** Asks to charge all finished jobs that can be charged together, where there are several. */
export function ChargeAll({ jobs, onPress }: ChargeAllProps) {
  const mayCapture = useMay('payment.capture')
  const split = splitChargeable(jobs)
  const { chargeable } = split
  if (!mayCapture || chargeable.length < 2) return null
  const total = chargeable.reduce((sum, { dueCents }) => sum + dueCents, 0)
  return (
    <Button variant="secondary" size="small" onClick={() => onPress(split)}>
      Charge all {chargeable.length}, {formatCents(total)}
    </Button>
  )
}
