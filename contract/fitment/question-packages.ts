import type { FitmentData } from './fitment-data.ts'
import { resolveFitment, type FitmentInput, type FitmentResult } from './resolve-fitment.ts'
import { dataOfModel } from './walk-answers.ts'

/** The packages whose outcome some answer to the open question changes; none without a question. */
export function questionPackages(
  data: FitmentData,
  input: FitmentInput,
  { packages, question }: FitmentResult,
): number[] {
  if (!question) return []
  const own = dataOfModel(data, input.make, input.model)
  const outcomesAfter = question.answers.map(({ value }) => {
    const answers = { ...input.answers, [question.id]: value }
    const result = resolveFitment(own, { ...input, answers })
    return new Map(result.packages.map(({ packageId, outcome }) => [packageId, outcome]))
  })
  return packages
    .filter(({ packageId, outcome }) => outcomesAfter.some((after) => after.get(packageId) !== outcome))
    .map(({ packageId }) => packageId)
}
