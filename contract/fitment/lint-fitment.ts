import { modelsByMake } from '../catalog/makes.ts'
import { firstVehicleYear } from '../catalog/vehicles.ts'
import type { FitmentData, HeadUnit } from './fitment-data.ts'
import { mostQuestions, resolveFitment, type FitmentAnswers } from './resolve-fitment.ts'
import { agrees, finding, generationOf, nameOf, unitsOf, type Finding, type Place } from './finding.ts'
import { contradictions, crowdedCases } from './lint-cases.ts'
import { dataOfModel, walkAnswers } from './walk-answers.ts'

export type LintContext = { packageIds: readonly number[]; currentYear: number }

/** All findings, errors first. Pure: the same for the server and the page. */
export function lintFitment(data: FitmentData, context: LintContext): Finding[] {
  const errors = [
    ...duplicates(data),
    ...wrongYears(data),
    ...unknownNames(data, context),
    ...contradictions(data),
    ...missingTexts(data),
    ...crowdedCases(data),
  ]
  // The resolver, which most warnings ask, would take seconds for each such car.
  if (errors.some(({ code }) => code === 'too_many_cases')) return errors
  const warnings = [
    ...gaps(data, context),
    ...packageGaps(data, context),
    ...overlaps(data),
    ...deadAnswers(data),
    ...(errors.length === 0 ? longDialogs(data, context) : []),
  ]
  return [...errors, ...warnings]
}

const yearsOf = (from: number, to: number) => (from === to ? String(from) : `${from}–${to}`)

function duplicates(data: FitmentData): Finding[] {
  const lists = [data.generations, data.headUnits, data.questions, data.rules]
  return lists.flatMap((rows) => {
    const seen = new Set<string>()
    return rows.flatMap((row) => {
      if (!seen.has(row.id)) {
        seen.add(row.id)
        return []
      }
      return [finding('duplicate', 'error', {}, `Two rows have the id “${row.id}”.`)]
    })
  })
}

function wrongYears(data: FitmentData): Finding[] {
  const reversed = data.generations.flatMap((each) => {
    const isReversed =
      each.yearFrom > each.yearTo || each.vinPatterns.some((one) => one.yearFrom > one.yearTo)
    const text = `${nameOf(each)} has a first year after its last year.`
    return isReversed ? [finding('years', 'error', each, text)] : []
  })
  const outside = data.headUnits.flatMap((unit) => {
    const generation = generationOf(data, unit)
    if (!generation) return []
    const name = `${nameOf(generation)}, ${unit.name}`
    if (unit.yearFrom > unit.yearTo)
      return [finding('years', 'error', generation, `${name} has a first year after its last year.`)]
    if (unit.yearFrom >= generation.yearFrom && unit.yearTo <= generation.yearTo) return []
    const own = yearsOf(generation.yearFrom, generation.yearTo)
    const text = `${name} is of ${yearsOf(unit.yearFrom, unit.yearTo)}, outside the generation’s years ${own}.`
    return [finding('years', 'error', generation, text)]
  })
  return [...reversed, ...outside]
}

function unknownNames(data: FitmentData, { packageIds }: LintContext): Finding[] {
  const isAnswer = (questionId: string, value: string) =>
    data.questions.some(({ id, answers }) => id === questionId && answers.some((one) => one.value === value))
  const models: Readonly<Record<string, readonly string[]>> = modelsByMake
  const about = (place: Place, text: string) => finding('unknown', 'error', place, text)
  const ofGenerations = data.generations.flatMap((each) => [
    ...(Object.hasOwn(models, each.make) && models[each.make]?.includes(each.model)
      ? []
      : [about({}, `${nameOf(each)}: the booking form offers no ${each.make} ${each.model}.`)]),
    ...each.questionIds
      .filter((questionId) => !data.questions.some(({ id }) => id === questionId))
      .map((questionId) => about(each, `${nameOf(each)} asks the unknown question “${questionId}”.`)),
  ])
  const ofHeadUnits = data.headUnits.flatMap((unit) => {
    const generation = generationOf(data, unit)
    if (!generation)
      return [
        about({}, `The head unit “${unit.id}” belongs to the unknown generation “${unit.generationId}”.`),
      ]
    return Object.entries(unit.answers).flatMap(([questionId, values]) =>
      values
        .filter((value) => !isAnswer(questionId, value))
        .map((value) =>
          about(generation, `${nameOf(generation)}, ${unit.name}: no answer “${value}” to “${questionId}”.`),
        ),
    )
  })
  const ofRules = data.rules.flatMap((rule) => {
    const generation = generationOf(data, rule)
    if (!generation)
      return [about({}, `The rule “${rule.id}” is for the unknown generation “${rule.generationId}”.`)]
    const headUnit = data.headUnits.find(({ id }) => id === rule.headUnitId)
    const isOwn = rule.headUnitId === null || headUnit?.generationId === generation.id
    const { answer } = rule
    return [
      ...(isOwn
        ? []
        : [about(generation, `The rule “${rule.id}” is for a head unit that ${nameOf(generation)} lacks.`)]),
      ...(answer === null || isAnswer(answer.questionId, answer.value)
        ? []
        : [
            about(
              generation,
              `The rule “${rule.id}” is for the unknown answer “${answer.questionId}:${answer.value}”.`,
            ),
          ]),
      ...(packageIds.includes(rule.packageId)
        ? []
        : [about(generation, `The rule “${rule.id}” is for the unknown package ${rule.packageId}.`)]),
    ]
  })
  return [...ofGenerations, ...ofHeadUnits, ...ofRules]
}

function missingTexts(data: FitmentData): Finding[] {
  return data.rules.flatMap((rule) => {
    const generation = generationOf(data, rule)
    if (!generation || rule.customerNote.trim() !== '') return []
    const { outcome, id } = rule
    if (outcome === 'fits') return []
    const text =
      outcome === 'fits_with_condition'
        ? `The rule “${id}” has a condition without a text: a customer could not accept it.`
        : `The rule “${id}” has no sentence for the customer.`
    return [finding('missing_text', 'error', generation, `${nameOf(generation)}: ${text}`)]
  })
}

/** Model years on offer without a generation, as ranges. */
function gaps(data: FitmentData, { currentYear }: LintContext): Finding[] {
  return Object.entries(modelsByMake).flatMap(([make, models]) =>
    models.flatMap((model) => {
      const own = data.generations.filter((each) => each.make === make && each.model === model)
      const ranges: { yearFrom: number; yearTo: number }[] = []
      for (let year = firstVehicleYear; year <= currentYear; year++) {
        if (own.some(({ yearFrom, yearTo }) => yearFrom <= year && year <= yearTo)) continue
        const last = ranges.at(-1)
        if (last?.yearTo === year - 1) last.yearTo = year
        else ranges.push({ yearFrom: year, yearTo: year })
      }
      return ranges.map(({ yearFrom, yearTo }) =>
        finding(
          'gap',
          'warning',
          { make, model, yearFrom },
          `${make} ${model} ${yearsOf(yearFrom, yearTo)} has no generation.`,
        ),
      )
    }),
  )
}

/** Head units for which no rule says anything about a package. */
function packageGaps(data: FitmentData, { packageIds }: LintContext): Finding[] {
  return data.generations
    .filter(({ notSold }) => notSold === null)
    .flatMap((generation) => {
      const rules = data.rules.filter(({ generationId }) => generationId === generation.id)
      const units = data.headUnits.filter(({ generationId }) => generationId === generation.id)
      const cases: (HeadUnit | null)[] = units.length > 0 ? units : [null]
      return packageIds.flatMap((packageId) =>
        cases
          .filter(
            (unit) =>
              !rules.some(
                (rule) =>
                  rule.packageId === packageId && (rule.headUnitId === null || rule.headUnitId === unit?.id),
              ),
          )
          .map((unit) =>
            finding(
              'gap',
              'warning',
              generation,
              `${nameOf(generation)}${unit ? `, ${unit.name}` : ''} has no rule for package ${packageId}.`,
            ),
          ),
      )
    })
}

/** Generations of the same model years that a VIN cannot tell apart. */
function overlaps(data: FitmentData): Finding[] {
  return data.generations.flatMap((one, index) =>
    data.generations.slice(index + 1).flatMap((other) => {
      const from = Math.max(one.yearFrom, other.yearFrom)
      const to = Math.min(one.yearTo, other.yearTo)
      if (one.make !== other.make || one.model !== other.model || from > to) return []
      const withoutPattern = [one, other].filter(
        ({ notSold, vinPatterns }) =>
          notSold === null && !vinPatterns.some(({ yearFrom, yearTo }) => yearFrom <= to && from <= yearTo),
      )
      if (withoutPattern.length === 0) return []
      const text = `${nameOf(one)} and ${other.chassis} share ${yearsOf(from, to)}, and ${withoutPattern
        .map(({ chassis }) => chassis)
        .join(' and ')} has no VIN pattern for them.`
      return [finding('overlap', 'warning', { ...one, yearFrom: from }, text)]
    }),
  )
}

/** Answers with which no head unit agrees, and rules for such answers. */
function deadAnswers(data: FitmentData): Finding[] {
  const ofQuestions = data.questions.flatMap(({ id, text, answers }) => {
    const askers = new Set(
      data.generations.filter(({ questionIds }) => questionIds.includes(id)).map((each) => each.id),
    )
    const units = data.headUnits.filter((unit) => askers.has(unit.generationId))
    if (units.length === 0) return []
    return answers
      .filter(({ value }) => !units.some((unit) => agrees(unit, id, value)))
      .map((answer) =>
        finding('dead_answer', 'warning', {}, `No head unit agrees with “${answer.text}” to “${text}”.`),
      )
  })
  const ofRules = data.rules.flatMap((rule) => {
    const generation = generationOf(data, rule)
    const { answer } = rule
    if (!generation || !answer) return []
    const units = unitsOf(data, rule)
    if (units.length === 0 || units.some((unit) => agrees(unit, answer.questionId, answer.value))) return []
    const text = `${nameOf(generation)}: the rule “${rule.id}” never applies, as no head unit agrees with its answer.`
    return [finding('dead_answer', 'warning', generation, text)]
  })
  return [...ofQuestions, ...ofRules]
}

/** Cars that a third question would decide: the public check stops after two. */
function longDialogs(data: FitmentData, { packageIds, currentYear }: LintContext): Finding[] {
  const candidates = data.generations.filter(({ questionIds }) => questionIds.length > mostQuestions)
  return candidates.flatMap((generation) => {
    const { make, model, yearFrom, yearTo } = generation
    const own = dataOfModel(data, make, model)
    for (let year = Math.max(yearFrom, firstVehicleYear); year <= Math.min(yearTo, currentYear); year++) {
      const vehicle = { year, make, model }
      const isLong = walkAnswers(own, vehicle, packageIds).some(
        ({ answers }) =>
          Object.keys(answers).length >= mostQuestions &&
          asksOn(own, answers, (narrowed) =>
            resolveFitment(narrowed, { ...vehicle, vin: null, answers: {}, packageIds }),
          ),
      )
      if (isLong)
        return [
          finding(
            'too_many_questions',
            'warning',
            { make, model, yearFrom: year },
            `${nameOf(generation)} ${year} needs more than ${mostQuestions} questions.`,
          ),
        ]
    }
    return []
  })
}

/** Whether another question would be asked, if the given answers were already known. */
function asksOn(
  data: FitmentData,
  answers: FitmentAnswers,
  resolve: (narrowed: FitmentData) => ReturnType<typeof resolveFitment>,
): boolean {
  const given = Object.entries(answers)
  const narrowed = {
    ...data,
    generations: data.generations.map((each) => ({
      ...each,
      questionIds: each.questionIds.filter((id) => !Object.hasOwn(answers, id)),
    })),
    headUnits: data.headUnits.filter((unit) => given.every(([id, value]) => agrees(unit, id, value))),
    rules: data.rules.filter(
      ({ answer }) => !answer || (answers[answer.questionId] ?? answer.value) === answer.value,
    ),
  }
  return resolve(narrowed).question !== null
}
