import { useState } from 'react'
import type { ReactNode } from 'react'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { PackageFitment } from '../../contract/fitment/package-fitment.ts'
import { ConditionTicks } from '../fitment/condition-ticks.tsx'
import { insteadOf, isBookable } from '../fitment/fitment-words.ts'
import { Verdict } from '../fitment/verdict.tsx'
import { PackageCard, type PackageCardProps } from './package-card.tsx'

type OfferedPackageProps = Omit<PackageCardProps, 'verdict' | 'terms' | 'onSelect'> & {
  offers: readonly InstallationPackage[]
  /** The verdicts on all packages; empty while unknown: then the server decides about the order. */
  verdicts: readonly PackageFitment[]
  /** Whether a question that can change the verdict on this package has no answer yet. */
  hasOpenQuestion?: boolean
  /** Whether the reason of the verdict stands above the packages. */
  isReasonTold?: boolean
  /** The conditions that the customer confirmed. */
  accepted: readonly string[]
  /** The next step for a package that a person must check. */
  reviewNext?: string
  /** The way on from a package that may only need the car's CarPlay switched on. */
  activation?: ReactNode
  onTick: (conditionId: string, isTrue: boolean) => void
  onSelect: (fitment: PackageFitment | null) => void
}

const bookingNext =
  'You can book now and add the photo later. If the shop says no, we cancel and release the hold.'
const openReason = 'Your answer above may settle this.'
const openNext = 'Not sure? Book now and add a photo later.'

/** A package with the verdict on the chosen car. A condition is confirmed before the package is selected. */
export function OfferedPackage(props: OfferedPackageProps) {
  const { offers, verdicts, hasOpenQuestion = false, accepted, onTick, onSelect, ...rest } = props
  const { activation, reviewNext = bookingNext, isReasonTold = false, ...card } = rest
  const { offered, chosen } = card
  const [missed, setMissed] = useState({ of: '', count: 0 })
  const fitment = verdicts.find(({ productId }) => productId === offered.id) ?? null
  const conditions = fitment?.conditions ?? []
  const conditionIds = conditions.map(({ id }) => id).join(' ')
  const isConfirmed = conditions.every(({ id }) => accepted.includes(id))
  const others = insteadOf(offered.id, verdicts, offers)
  const instead = others === null ? null : <p className="text-ui text-muted">{others}</p>
  const isSold = fitment === null || isBookable(fitment)
  return (
    <PackageCard
      {...card}
      chosen={chosen && isSold}
      extras={fitment ?? card.extras}
      verdict={
        fitment && (
          <Verdict
            fitment={fitment}
            {...(isReasonTold && { reason: null })}
            {...(fitment.verdict === 'needs_review' &&
              (hasOpenQuestion ? { reason: openReason, next: openNext } : { next: reviewNext }))}
          />
        )
      }
      {...(!isSold && {
        impossible: (fitment.verdict === 'activation_only' && activation) || instead,
      })}
      terms={
        conditions.length > 0 && (
          <ConditionTicks
            conditions={conditions}
            accepted={accepted}
            missed={missed.of === conditionIds ? missed.count : 0}
            onTick={onTick}
          />
        )
      }
      onSelect={() =>
        isConfirmed ? onSelect(fitment) : setMissed({ of: conditionIds, count: missed.count + 1 })
      }
    />
  )
}
