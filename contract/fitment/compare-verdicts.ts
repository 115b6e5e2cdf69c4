import type { FitmentData, FitmentOutcome } from './fitment-data.ts'
import type { ChosenVehicle } from './match-vin.ts'
import { isEqualData } from './list-changes.ts'
import { resolveFitment, type FitmentAnswers, type PackageVerdict } from './resolve-fitment.ts'
import { dataOfModel, walkAnswers } from './walk-answers.ts'

/** A car and package with another verdict; `answers` are the fewest after which it differs. */
export type VerdictChange = ChosenVehicle & {
  packageId: number
  answers: FitmentAnswers
  before: FitmentOutcome
  after: FitmentOutcome
}

/** The models with changed data: the others have the same verdicts. */
export function changedModels(before: FitmentData, after: FitmentData) {
  const models = new Map(
    [...before.generations, ...after.generations].map(({ make, model }) => [
      `${make} ${model}`,
      { make, model },
    ]),
  )
  return [...models.values()].filter(
    ({ make, model }) => !isEqualData(dataOfModel(before, make, model), dataOfModel(after, make, model)),
  )
}

/** The cars of one model whose verdict on a package differs, for the questions of either version. */
export function compareVerdicts(
  before: FitmentData,
  after: FitmentData,
  { make, model }: { make: string; model: string },
  { years, packageIds }: { years: readonly number[]; packageIds: readonly number[] },
): VerdictChange[] {
  const old = dataOfModel(before, make, model)
  const present = dataOfModel(after, make, model)
  return years.flatMap((year) => {
    const vehicle = { year, make, model }
    const found = new Map<number, VerdictChange>()
    const paths = new Map(
      [...walkAnswers(old, vehicle, packageIds), ...walkAnswers(present, vehicle, packageIds)].map(
        ({ answers }) => [JSON.stringify(answers), answers],
      ),
    )
    const byLength = [...paths.values()].sort((a, b) => Object.keys(a).length - Object.keys(b).length)
    for (const answers of byLength) {
      const input = { ...vehicle, vin: null, answers, packageIds }
      const verdicts = resolveFitment(old, input).packages
      for (const after of resolveFitment(present, input).packages) {
        const { packageId } = after
        const before = verdicts.find((verdict) => verdict.packageId === packageId)
        if (!before || found.has(packageId) || isSameVerdict(before, after)) continue
        found.set(packageId, {
          ...vehicle,
          packageId,
          answers,
          before: before.outcome,
          after: after.outcome,
        })
      }
    }
    return [...found.values()]
  })
}

/** Whether two verdicts show a customer the same words and ask for the same consent. */
export function isSameVerdict(one: PackageVerdict, other: PackageVerdict): boolean {
  const told = ({ outcome, reason, conditions, extraMinutes, extraCents }: PackageVerdict) => [
    outcome,
    reason,
    conditions.map(({ text }) => text),
    extraMinutes,
    extraCents,
  ]
  return isEqualData(told(one), told(other))
}
