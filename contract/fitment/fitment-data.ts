import * as z from 'zod/mini'
import { isDay } from '../time.ts'
import { matching, rowNumber, shownText, shownTextOrNone } from '../text.ts'
import { fitmentId, fitmentOutcomes } from './outcomes.ts'

export { fitmentId, fitmentOutcomes, type FitmentOutcome } from './outcomes.ts'

export const confidenceLevels = ['low', 'medium', 'high'] as const
const confidence = z.enum(confidenceLevels)
export type Confidence = z.infer<typeof confidence>

const year = z.int().check(z.minimum(1990), z.maximum(2100))
const note = shownTextOrNone(400, 'Please keep this under 400 characters')
const sources = z
  .array(shownText(400, 'Please name the source', 'Please keep a source under 400 characters'))
  .check(z.maxLength(20))
const provision = z.enum(['none', 'optional', 'standard'])

/** A range that runs backwards has no meaning, and a VIN could not be compared with it. */
function isPossibleDescriptor(descriptor: string): boolean {
  return [...descriptor.matchAll(/(.)-(.)/g)].every(([, first = '', last = '']) => first <= last)
}

/**
 * Positions 1 to 3 and 4 to 8 of a VIN. In the descriptor `*` is any character, `[A-CE]` one of a list.
 */
const vinPattern = z.strictObject({
  maker: matching(/^[A-HJ-NPR-Z0-9]{3}$/, 3),
  descriptor: matching(/^(?:[A-HJ-NPR-Z0-9*]|\[(?:[A-HJ-NPR-Z0-9](?:-[A-HJ-NPR-Z0-9])?)+\]){1,5}$/, 80).check(
    z.refine(isPossibleDescriptor),
  ),
  yearFrom: year,
  yearTo: year,
})
export type VinPattern = z.infer<typeof vinPattern>

/** A generation of a model, named by its chassis (ACES: MfrBodyCode). */
export const generation = z.strictObject({
  id: fitmentId,
  make: shownText(40, 'Please enter the make'),
  model: shownText(40, 'Please enter the model'),
  chassis: shownText(80, 'Please enter the chassis', 'Please keep the chassis under 80 characters'),
  yearFrom: year,
  yearTo: year,
  /** The sentence for model years that were never sold under this name; null for a real generation. */
  notSold: z.nullable(note),
  vinPatterns: z.array(vinPattern).check(z.maxLength(400)),
  /** The questions that may be asked, in order (ACES: Qual). */
  questionIds: z.array(fitmentId).check(z.maxLength(6)),
  confidence,
  sources,
  shopNote: note,
  /** The day on which a fitter confirmed the generation; null until then. */
  checkedOn: z.nullable(matching(/^\d{4}-\d\d-\d\d$/, 10).check(z.refine((day) => isDay(day)))),
})
export type Generation = z.infer<typeof generation>

export const headUnit = z.strictObject({
  id: fitmentId,
  generationId: fitmentId,
  name: shownText(80, 'Please enter a name', 'Please keep the name under 80 characters'),
  yearFrom: year,
  yearTo: year,
  screenInches: z.array(z.number().check(z.minimum(1), z.maximum(60))).check(z.maxLength(6)),
  carPlay: provision,
  androidAuto: provision,
  recognizedBy: note,
  /** The answers that this head unit agrees with, by question. Without an entry it agrees with all. */
  answers: z.record(fitmentId, z.array(fitmentId).check(z.maxLength(8))),
})
export type HeadUnit = z.infer<typeof headUnit>

export const fitmentQuestion = z.strictObject({
  id: fitmentId,
  text: shownText(200, 'Please enter the question', 'Please keep the question under 200 characters'),
  answers: z
    .array(
      z.strictObject({
        value: fitmentId,
        text: shownText(80, 'Please enter the answer', 'Please keep the answer under 80 characters'),
        /** The name of a drawing of the product; null without one. */
        picture: z.nullable(fitmentId),
      }),
    )
    .check(z.maxLength(8)),
})
export type FitmentQuestion = z.infer<typeof fitmentQuestion>

/**
 * A rule (ACES: App): the outcome of one package for a generation, and perhaps only for one of its head units
 * or one answer. The most specific rule decides.
 */
export const fitmentRule = z.strictObject({
  id: fitmentId,
  generationId: fitmentId,
  headUnitId: z.nullable(fitmentId),
  answer: z.nullable(z.strictObject({ questionId: fitmentId, value: fitmentId })),
  packageId: rowNumber,
  outcome: z.enum(fitmentOutcomes),
  /** The reason; of `fits_with_condition` the condition, in the words of the customer who accepts it. */
  customerNote: note,
  shopNote: note,
  extraMinutes: z.int().check(z.minimum(0), z.maximum(480)),
  extraCents: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  confidence,
  sources,
})
export type FitmentRule = z.infer<typeof fitmentRule>

/** All fitment data of one version; also the format of import and export. */
export const fitmentData = z.strictObject({
  generations: z.array(generation).check(z.maxLength(1000)),
  headUnits: z.array(headUnit).check(z.maxLength(2000)),
  questions: z.array(fitmentQuestion).check(z.maxLength(100)),
  rules: z.array(fitmentRule).check(z.maxLength(20_000)),
})
export type FitmentData = z.infer<typeof fitmentData>
