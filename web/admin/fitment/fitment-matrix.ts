import { modelsByMake } from '../../../contract/catalog/makes.ts'
import type { FitmentData, FitmentOutcome } from '../../../contract/fitment/fitment-data.ts'
import type { ChosenVehicle } from '../../../contract/fitment/match-vin.ts'
import { resolveFitment, type FitmentResult } from '../../../contract/fitment/resolve-fitment.ts'
import { dataOfModel } from '../../../contract/fitment/walk-answers.ts'

/** The color of a cell: the outcome without any answer, or the reason that there is none. */
export const cellKinds = [
  'fits',
  'fits_with_condition',
  'question',
  'needs_review',
  'activation_only',
  'does_not_fit',
  'never_sold',
  'no_data',
] as const
export type CellKind = (typeof cellKinds)[number]

/** One car of the matrix: its cell for each package, and whether a fitter checked its generations. */
export type MatrixCar = ChosenVehicle & { kinds: ReadonlyMap<number, CellKind>; isChecked: boolean }
export type MatrixRow = { make: string; model: string; cars: MatrixCar[] }

/** All cars that the form offers, by make and model. */
export function matrixOf(
  data: FitmentData,
  { years, packageIds }: { years: readonly number[]; packageIds: readonly number[] },
): MatrixRow[] {
  return Object.entries(modelsByMake).flatMap(([make, models]) =>
    models.map((model) => {
      const own = dataOfModel(data, make, model)
      return { make, model, cars: years.map((year) => carOf(own, { make, model, year }, packageIds)) }
    }),
  )
}

function carOf(data: FitmentData, vehicle: ChosenVehicle, packageIds: readonly number[]): MatrixCar {
  const { year } = vehicle
  const generations = data.generations.filter(({ yearFrom, yearTo }) => yearFrom <= year && year <= yearTo)
  const isChecked = generations.length > 0 && generations.every(({ checkedOn }) => checkedOn !== null)
  const all = (kind: CellKind) => new Map(packageIds.map((id) => [id, kind]))
  if (generations.length === 0) return { ...vehicle, isChecked, kinds: all('no_data') }
  if (generations.every(({ notSold }) => notSold !== null))
    return { ...vehicle, isChecked, kinds: all('never_sold') }
  const ask = (answers: Record<string, string>): FitmentResult =>
    resolveFitment(data, { ...vehicle, vin: null, answers, packageIds })
  const open = ask({})
  const { question } = open
  const answered = question?.answers.map(({ value }) => ask({ [question.id]: value })) ?? []
  const outcomeIn = (result: FitmentResult, packageId: number) =>
    result.packages.find((verdict) => verdict.packageId === packageId)?.outcome
  const kinds = packageIds.map((id): [number, CellKind] => {
    const outcome: FitmentOutcome = outcomeIn(open, id) ?? 'needs_review'
    const isAsked =
      outcome === 'needs_review' && answered.some((result) => outcomeIn(result, id) !== 'needs_review')
    return [id, isAsked ? 'question' : outcome]
  })
  return { ...vehicle, isChecked, kinds: new Map(kinds) }
}

/** The number of cars of each kind, for one package. */
export function countKinds(rows: readonly MatrixRow[], packageId: number): Map<CellKind, number> {
  const counts = new Map<CellKind, number>(cellKinds.map((kind) => [kind, 0]))
  for (const { cars } of rows)
    for (const { kinds } of cars) {
      const kind = kinds.get(packageId) ?? 'no_data'
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  return counts
}
