import type { FitmentOutcome } from '../../contract/fitment/fitment-data.ts'
import type { OfferedFitment, PackageFitment } from '../../contract/fitment/package-fitment.ts'
import type { FitmentAnswers } from '../../contract/fitment/resolve-fitment.ts'
import { verdictWords, type Extras } from '../fitment/fitment-words.ts'
import { fieldsOf, stringFieldsOf } from '../ui/checked-fields.ts'

type Condition = PackageFitment['conditions'][number]

/** The answers about the car's system, the ticked conditions, and the verdict on the chosen package. */
export type FitmentDraft = Extras & {
  answers: FitmentAnswers
  acceptedConditions: readonly string[]
  /** The conditions of the chosen package, as the customer saw them. */
  conditions: readonly Condition[]
  /** The version of the rules that the customer saw; null without a verdict. */
  ruleVersion: number | null
  /** The verdict on the chosen package; null without one. */
  verdict: FitmentOutcome | null
}

export const emptyFitment: FitmentDraft = {
  answers: {},
  acceptedConditions: [],
  conditions: [],
  ruleVersion: null,
  verdict: null,
  extraMinutes: 0,
  extraCents: 0,
}

/** Without the verdict: other answers, another VIN or another version need a new one. */
export function withoutVerdict({ answers }: FitmentDraft): FitmentDraft {
  return { ...emptyFitment, answers }
}

/** With an answer in place of an earlier one to the same question and of all after it. */
export function withAnswer(answers: FitmentAnswers, questionId: string, value: string): FitmentDraft {
  const entries = Object.entries(answers)
  const index = entries.findIndex(([id]) => id === questionId)
  const before = index === -1 ? entries : entries.slice(0, index)
  return { ...emptyFitment, answers: Object.fromEntries([...before, [questionId, value]]) }
}

/** The ticks that count under this version of the rules. */
export function acceptedUnder(fitment: FitmentDraft, ruleVersion: number | undefined): readonly string[] {
  return fitment.ruleVersion === ruleVersion ? fitment.acceptedConditions : []
}

/** With a condition ticked or not. Ticks under an earlier version of the rules are dropped. */
export function withTick(
  fitment: FitmentDraft,
  ruleVersion: number,
  conditionId: string,
  isTrue: boolean,
): FitmentDraft {
  const others = acceptedUnder(fitment, ruleVersion).filter((id) => id !== conditionId)
  return { ...fitment, ruleVersion, acceptedConditions: isTrue ? [...others, conditionId] : others }
}

/** With the verdict on the package that is chosen now. */
export function withVerdict(
  fitment: FitmentDraft,
  ruleVersion: number,
  { verdict, conditions, extraMinutes, extraCents }: PackageFitment,
): FitmentDraft {
  const acceptedConditions = acceptedUnder(fitment, ruleVersion)
  return { ...fitment, ruleVersion, acceptedConditions, conditions, verdict, extraMinutes, extraCents }
}

/** The texts of the conditions of the chosen package that the customer confirmed. */
export function confirmedOf({ conditions, acceptedConditions }: FitmentDraft): string[] {
  return conditions.filter(({ id }) => acceptedConditions.includes(id)).map(({ text }) => text)
}

/** The part of an order; null without a verdict, when the server decides alone. */
export function offeredFitmentOf(fitment: FitmentDraft): OfferedFitment | null {
  const { answers, acceptedConditions, ruleVersion, verdict } = fitment
  if (ruleVersion === null || verdict === null) return null
  return { answers, acceptedConditions: [...acceptedConditions], ruleVersion }
}

function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Checks a stored part; nothing of a broken one is kept. */
export function checkFitment(stored: unknown): FitmentDraft {
  const { answers, acceptedConditions, ruleVersion, verdict, extraMinutes, extraCents } = fieldsOf(stored)
  // Missing in drafts of older versions.
  const { conditions = [] } = fieldsOf(stored)
  const isText = (value: unknown) => typeof value === 'string'
  const isWhole =
    Object.values(fieldsOf(answers)).every(isText) &&
    Array.isArray(acceptedConditions) &&
    acceptedConditions.every(isText) &&
    Array.isArray(conditions) &&
    conditions.every((each) => stringFieldsOf(each, ['id', 'text']) !== null) &&
    (ruleVersion === null || isAmount(ruleVersion)) &&
    (verdict === null || (typeof verdict === 'string' && Object.hasOwn(verdictWords, verdict))) &&
    isAmount(extraMinutes) &&
    isAmount(extraCents)
  if (!isWhole) return emptyFitment
  return {
    answers: fieldsOf(answers) as FitmentAnswers,
    acceptedConditions,
    conditions: conditions as Condition[],
    ruleVersion,
    verdict: verdict as FitmentOutcome | null,
    extraMinutes,
    extraCents,
  }
}
