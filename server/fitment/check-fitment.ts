import type { FitmentReply } from '../../contract/fitment/endpoints.ts'
import type { FitmentData, FitmentQuestion } from '../../contract/fitment/fitment-data.ts'
import {
  notSoldOfVin,
  vehicleOfVin,
  type ChosenVehicle,
  type VinEvidence,
} from '../../contract/fitment/match-vin.ts'
import {
  notSure,
  questionsOf,
  resolveFitment,
  type FitmentAnswers,
  type FitmentResult,
  type PackageVerdict,
} from '../../contract/fitment/resolve-fitment.ts'
import { questionPackages } from '../../contract/fitment/question-packages.ts'
import { vinNoteOf } from '../../contract/fitment/vin-note.ts'
import { cleanVin, findVehicleProblem, isVin, vinSentence } from '../../contract/catalog/vehicles.ts'
import { refuse } from '../../contract/refusals.ts'
import { listPackages } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import { getFitmentData } from './queries.ts'
import { currentModelYear } from './supported-car.ts'

export type FitmentQuery = {
  year?: number | undefined
  make?: string | undefined
  model?: string | undefined
  vin?: string | undefined
  answers: FitmentAnswers
}

/**
 * Which packages fit a car. A VIN fills what was not chosen; it never replaces a choice. Refuses a car that
 * the form does not offer as `vehicle_not_supported`, a VIN that is none as `malformed`, and answers to
 * questions that are not ours as `fitment_answers_unknown`.
 */
export async function checkFitment(context: Context, query: FitmentQuery): Promise<FitmentReply> {
  const [{ version, data }, offers] = await Promise.all([
    getFitmentData(context.database),
    listPackages(context.database.db),
  ])
  const vin = query.vin === undefined ? null : cleanVin(query.vin)
  if (vin !== null && !isVin(vin)) refuse('malformed', { field: 'vin', sentence: vinSentence })
  const vehicle = { ...(vin !== null && vehicleOfVin(data, vin)), ...chosenOf(query) }
  const chosen = wholeVehicle(context, vehicle)
  if (!chosen) {
    const none = { year: null, make: null, model: null, generation: null, chassis: null }
    const about = aboutVin(data, vin, { kind: 'unknown' }, vehicle)
    return {
      vehicle: { ...none, ...vehicle },
      hasFactoryCarPlay: false,
      packages: [],
      question: null,
      ruleVersion: version,
      ...about,
    }
  }
  requireOwnAnswers(data, chosen, query.answers)
  const packageIds = offers.map(({ id }) => id)
  const input = { ...chosen, vin, answers: query.answers, packageIds }
  const result = resolveFitment(data, input)
  const { question } = result
  return {
    ...toReply(chosen, result),
    question: question && shownQuestionOf(question, questionPackages(data, input, result)),
    ruleVersion: version,
    ...aboutVin(data, vin, result.vin, chosen),
  }
}

function aboutVin(
  data: FitmentData,
  vin: string | null,
  evidence: VinEvidence,
  chosen: Partial<ChosenVehicle>,
): Pick<FitmentReply, 'vinNote' | 'vinVehicle' | 'vinNotSold'> {
  const vinNotSold = vin === null ? null : notSoldOfVin(data, vin)
  return {
    vinNote: vin === null ? null : vinNoteOf(vin, evidence, chosen, vinNotSold),
    vinVehicle: evidence.kind === 'disagrees' ? evidence.vehicle : null,
    vinNotSold,
  }
}

function chosenOf({ year, make, model }: FitmentQuery): Partial<ChosenVehicle> {
  return {
    ...(year !== undefined && { year }),
    ...(make !== undefined && { make }),
    ...(model !== undefined && { model }),
  }
}

/** The vehicle once year, make and model are known. Refuses one that the form does not offer. */
function wholeVehicle(context: Context, { year, make, model }: Partial<ChosenVehicle>): ChosenVehicle | null {
  if (year === undefined || make === undefined || model === undefined) return null
  const problem = findVehicleProblem({ year, make, model }, currentModelYear(context.clock.now()))
  if (problem) refuse('vehicle_not_supported', { sentence: problem.sentence, field: problem.field })
  return { year, make, model }
}

/** Refuses answers that are not of this car as `fitment_answers_unknown`. */
export function requireOwnAnswers(data: FitmentData, chosen: ChosenVehicle, answers: FitmentAnswers): void {
  const own = questionsOf(data, chosen)
  for (const [questionId, value] of Object.entries(answers)) {
    const question = own.find(({ id }) => id === questionId)
    const isKnown = value === notSure || question?.answers.some((answer) => answer.value === value)
    if (!question || !isKnown) refuse('fitment_answers_unknown', { field: 'answers' })
  }
}

function toReply(chosen: ChosenVehicle, { generation, headUnit, packages }: FitmentResult) {
  return {
    vehicle: { ...chosen, generation: generation?.id ?? null, chassis: generation?.chassis ?? null },
    hasFactoryCarPlay: headUnit?.carPlay === 'standard' && headUnit.androidAuto === 'standard',
    packages: packages.map(toPackageFitment),
  }
}

export function toPackageFitment(verdict: PackageVerdict) {
  const { packageId, outcome, reason, conditions, extraMinutes, extraCents } = verdict
  return { productId: packageId, verdict: outcome, reason, conditions, extraMinutes, extraCents }
}

function shownQuestionOf({ id, text, answers }: FitmentQuestion, productIds: number[]) {
  return {
    id,
    text,
    productIds,
    answers: [...answers, { value: notSure, text: 'I’m not sure', picture: null }],
  }
}
