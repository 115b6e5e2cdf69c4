import type { FitmentData } from './fitment-data.ts'
import type { ChosenVehicle } from './match-vin.ts'
import { resolveFitment, type FitmentAnswers, type FitmentResult } from './resolve-fitment.ts'

/** A state of the public check: the answers given so far, and the verdicts. */
export type AnsweredResult = { answers: FitmentAnswers; result: FitmentResult }

/** The part of the data that decides about one model: the resolver is as quick as its data is short. */
export function dataOfModel(data: FitmentData, make: string, model: string): FitmentData {
  const generations = data.generations.filter((each) => each.make === make && each.model === model)
  const ids = new Set(generations.map(({ id }) => id))
  const isOwn = ({ generationId }: { generationId: string }) => ids.has(generationId)
  return {
    generations,
    headUnits: data.headUnits.filter(isOwn),
    questions: data.questions,
    rules: data.rules.filter(isOwn),
  }
}

/** Every state that a customer can reach without a VIN by answering the questions, fewest answers first. */
export function walkAnswers(
  data: FitmentData,
  vehicle: ChosenVehicle,
  packageIds: readonly number[],
): AnsweredResult[] {
  const states: AnsweredResult[] = []
  let open: FitmentAnswers[] = [{}]
  while (open.length > 0) {
    const next: FitmentAnswers[] = []
    for (const answers of open) {
      const result = resolveFitment(data, { ...vehicle, vin: null, answers, packageIds })
      states.push({ answers, result })
      const { question } = result
      if (question) next.push(...question.answers.map(({ value }) => ({ ...answers, [question.id]: value })))
    }
    open = next
  }
  return states
}
