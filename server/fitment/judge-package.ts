import type { OfferedFitment } from '../../contract/fitment/package-fitment.ts'
import type { ChosenVehicle } from '../../contract/fitment/match-vin.ts'
import {
  resolveFitment,
  type FitmentAnswers,
  type FitmentResult,
  type PackageVerdict,
} from '../../contract/fitment/resolve-fitment.ts'
import { fitmentReasons } from '../../contract/fitment/review-reasons.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Queryable } from '../database/open-database.ts'
import { requireOwnAnswers } from './check-fitment.ts'
import { readFitmentData, type VersionedData } from './queries.ts'

export type Car = ChosenVehicle & { vin: string | null }

/** A verdict with the version and the facts that it was made from. */
export type Judgement = {
  version: number
  generationId: string | null
  headUnitId: string | null
  answers: FitmentAnswers
  verdict: PackageVerdict
  /** The reviewer; null when the rules decided. */
  decidedBy: string | null
}

type Sale = {
  car: Car
  packageId: number
  /** What the customer saw and accepted; undefined for a caller that checked nothing. */
  offered: OfferedFitment | undefined
  /** Answers that the customer gave about this car before. */
  answersBefore?: FitmentAnswers
  /** The shop sells the package although it does not fit by the rules. */
  isOverridden?: boolean
}

/**
 * The verdict under which a package is sold for a car. For a caller that checked nothing, a condition leaves
 * the answer to a person. Refuses a package that is no purchase as `package_not_for_vehicle`, another verdict
 * than the customer saw as `fitment_changed`, and an open condition as `condition_not_accepted`.
 */
export async function judgePackage(db: Queryable, current: VersionedData, sale: Sale): Promise<Judgement> {
  const { car, packageId, offered, answersBefore, isOverridden = false } = sale
  requireOwnAnswers(current.data, car, offered?.answers ?? {})
  const answers = { ...answersBefore, ...offered?.answers }
  const result = resolveFitment(current.data, { ...car, answers, packageIds: [packageId] })
  const verdict = verdictOf(result)
  if (offered && offered.ruleVersion !== current.version)
    await requireSameVerdict(db, current.version, { ...sale, offered: { ...offered, answers } }, verdict)
  const isRefused = verdict.outcome === 'does_not_fit' && !isOverridden
  if (isRefused || verdict.outcome === 'activation_only')
    refuse('package_not_for_vehicle', { sentence: verdict.reason, field: 'productId' })
  const judgement = {
    version: current.version,
    generationId: result.generation?.id ?? null,
    headUnitId: result.headUnit?.id ?? null,
    answers,
    decidedBy: null,
  }
  if (!offered) return { ...judgement, verdict: withoutConsent(verdict) }
  const accepted = new Set(offered.acceptedConditions)
  if (verdict.conditions.some(({ id }) => !accepted.has(id)))
    refuse('condition_not_accepted', { field: 'fitment.acceptedConditions' })
  return { ...judgement, verdict }
}

function verdictOf({ packages: [verdict] }: FitmentResult): PackageVerdict {
  if (!verdict) throw new Error('No verdict on the package')
  return verdict
}

/** A condition that was never shown cannot be accepted: a person looks at the car. */
function withoutConsent(verdict: PackageVerdict): PackageVerdict {
  if (verdict.outcome !== 'fits_with_condition') return verdict
  const reason = fitmentReasons.unasked
  return { ...verdict, outcome: 'needs_review', reason, conditions: [], extraMinutes: 0, extraCents: 0 }
}

/** Refuses an order under older rules as `fitment_changed` if the verdict on its car differs from today's. */
async function requireSameVerdict(
  db: Queryable,
  version: number,
  { car, packageId, offered }: Sale & { offered: OfferedFitment },
  verdict: PackageVerdict,
): Promise<void> {
  if (offered.ruleVersion < 1 || offered.ruleVersion > version) refuse('fitment_changed')
  const data = await readFitmentData(db, offered.ruleVersion)
  const seen = verdictOf(resolveFitment(data, { ...car, answers: offered.answers, packageIds: [packageId] }))
  if (termsOf(seen) !== termsOf(verdict)) refuse('fitment_changed')
}

/** The part of a verdict that a customer agrees to. */
function termsOf({ outcome, conditions, extraMinutes, extraCents }: PackageVerdict): string {
  return JSON.stringify([outcome, conditions, extraMinutes, extraCents])
}
