import type { FitmentData, FitmentRule, HeadUnit } from './fitment-data.ts'
import { agrees, finding, generationOf, nameOf, unitsOf, type Finding, type FindingCode } from './finding.ts'

/** Rules that are equally specific for one case: chance would decide. */
export function contradictions(data: FitmentData): Finding[] {
  const groups = new Map<string, FitmentRule[]>()
  for (const rule of data.rules) {
    const { generationId, headUnitId, packageId, answer } = rule
    const key = JSON.stringify([generationId, headUnitId, packageId, answer === null])
    groups.set(key, [...(groups.get(key) ?? []), rule])
  }
  return [...groups.values()].flatMap((rules) => {
    const [first] = rules
    const generation = first && generationOf(data, first)
    if (!generation) return []
    const error = (code: FindingCode, text: string) =>
      finding(code, 'error', generation, `${nameOf(generation)}: ${text}`)
    if (rules.length > mostRules)
      return [error('too_many_cases', `${rules.length} rules are for one head unit and package.`)]
    const units = unitsOf(data, first)
    return rules.flatMap((rule, index) => {
      const other = rules.slice(index + 1).find((each) => canMeet(units, rule, each))
      const text = `The rules “${rule.id}” and “${other?.id}” are for the same case, so neither decides.`
      return other ? [error('contradiction', text)] : []
    })
  })
}

/** Rules of one head unit and package. */
const mostRules = 200
/** Ways to answer the questions that the rules of one head unit depend on. */
const mostCases = 64

/** Head units whose rules depend on more answers than the resolver can go through in a request. */
export function crowdedCases(data: FitmentData): Finding[] {
  const valuesOf = new Map(data.questions.map(({ id, answers }) => [id, answers.length]))
  return data.generations.flatMap((generation) => {
    const rules = data.rules.filter(({ generationId }) => generationId === generation.id)
    const units = data.headUnits.filter(({ generationId }) => generationId === generation.id)
    const casesOf = (unit: HeadUnit | null) => {
      const questions = new Set(
        rules
          .filter(({ headUnitId }) => headUnitId === null || headUnitId === unit?.id)
          .flatMap(({ answer }) => (answer ? [answer.questionId] : [])),
      )
      return [...questions].reduce(
        (cases, id) => cases * (unit?.answers[id]?.length ?? valuesOf.get(id) ?? 1),
        1,
      )
    }
    return [null, ...units].some((unit) => casesOf(unit) > mostCases)
      ? [
          finding(
            'too_many_cases',
            'error',
            generation,
            `${nameOf(generation)}: its rules depend on too many answers. Please ask fewer questions.`,
          ),
        ]
      : []
  })
}

/** Whether two rules of equal specificity, about these head units, can be about one car. */
function canMeet(units: readonly HeadUnit[], one: FitmentRule, other: FitmentRule): boolean {
  if (!one.answer || !other.answer) return true
  if (one.answer.questionId === other.answer.questionId) return one.answer.value === other.answer.value
  if (one.outcome === other.outcome && one.customerNote === other.customerNote) return false
  const { answer } = one
  const { answer: otherAnswer } = other
  return (
    units.length === 0 ||
    units.some(
      (unit) =>
        agrees(unit, answer.questionId, answer.value) &&
        agrees(unit, otherAnswer.questionId, otherAnswer.value),
    )
  )
}
