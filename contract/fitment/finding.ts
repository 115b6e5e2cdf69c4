import type { FitmentData, Generation, HeadUnit } from './fitment-data.ts'

export const findingCodes = [
  'duplicate',
  'unknown',
  'years',
  'contradiction',
  'missing_text',
  'gap',
  'overlap',
  'dead_answer',
  'too_many_questions',
  'too_many_cases',
] as const
export type FindingCode = (typeof findingCodes)[number]

/**
 * A finding about the data. An error is refused; a warning is not, because the resolver then leaves the
 * answer to a person. `make`, `model` and `year` name a car that it concerns.
 */
export type Finding = {
  code: FindingCode
  level: 'error' | 'warning'
  text: string
  make: string | null
  model: string | null
  year: number | null
}

export type Place = { make?: string; model?: string; yearFrom?: number }

export function finding(code: FindingCode, level: Finding['level'], place: Place, text: string): Finding {
  const { make = null, model = null, yearFrom: year = null } = place
  return { code, level, text, make, model, year }
}

export const nameOf = ({ make, model, chassis }: Generation) => `${make} ${model} ${chassis}`

export function generationOf(
  data: FitmentData,
  { generationId }: { generationId: string },
): Generation | undefined {
  return data.generations.find(({ id }) => id === generationId)
}

/** The head units that a rule is about. */
export function unitsOf(
  data: FitmentData,
  { generationId, headUnitId }: { generationId: string; headUnitId: string | null },
): HeadUnit[] {
  return data.headUnits.filter(
    (unit) => unit.generationId === generationId && (headUnitId === null || unit.id === headUnitId),
  )
}

export function agrees(unit: HeadUnit, questionId: string, value: string): boolean {
  return unit.answers[questionId]?.includes(value) ?? true
}
