import type { ReactNode } from 'react'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import { Badge } from '../ui/badge.tsx'
import { verdictWords } from './fitment-words.ts'

type VerdictProps = {
  fitment: PackageFitment
  /** Replaces the sentence of the verdict; null without one. */
  reason?: string | null | undefined
  next?: ReactNode
}

/** The verdict on a package: one word, one sentence, and the next step if there is one to tell. */
export function Verdict({ fitment, reason = fitment.reason, next }: VerdictProps) {
  const { label, tone } = verdictWords[fitment.verdict]
  return (
    <div className="grid justify-items-start gap-2 text-ui">
      <Badge tone={tone} wraps>
        {label}
      </Badge>
      {fitment.verdict !== 'fits_with_condition' && reason !== null && <p className="text-ink">{reason}</p>}
      {next && <p className="text-muted">{next}</p>}
    </div>
  )
}
