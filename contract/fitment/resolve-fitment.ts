import type {
  Confidence,
  FitmentData,
  FitmentOutcome,
  FitmentQuestion,
  FitmentRule,
  Generation,
  HeadUnit,
} from './fitment-data.ts'
import { compareVin, type ChosenVehicle, type VinEvidence } from './match-vin.ts'
import { fitmentReasons } from './review-reasons.ts'

/** The answer that leaves every variant in. */
export const notSure = 'not-sure'
/** Each question costs customers; after two a person looks at the car. */
export const mostQuestions = 2

/** Answers by question. */
export type FitmentAnswers = Readonly<Record<string, string>>

export type FitmentCondition = { id: string; text: string }

/** The verdict on one package. Its minutes and cents come on top of the package's. */
export type PackageVerdict = {
  packageId: number
  outcome: FitmentOutcome
  reason: string
  conditions: FitmentCondition[]
  extraMinutes: number
  extraCents: number
  ruleIds: string[]
}

export type FitmentResult = {
  /** Null while several generations are possible, or none is known. */
  generation: Generation | null
  /** Null while several head units are possible, or none is known. */
  headUnit: HeadUnit | null
  packages: PackageVerdict[]
  /** The question that splits the rest best; null when none would help, or two were asked. */
  question: FitmentQuestion | null
  vin: VinEvidence
}

export type FitmentInput = ChosenVehicle & {
  vin: string | null
  answers: FitmentAnswers
  packageIds: readonly number[]
}

/**
 * One car that the vehicle may be: a generation, a head unit of the year, and the answers that rules depend
 * on.
 */
type Variant = { generation: Generation; headUnit: HeadUnit | null; assumed: FitmentAnswers }

/**
 * Decides for each package whether it fits: generations of the model year, without those that the VIN rules
 * out; their head units, without those that the answers rule out; then the most specific rule of each variant
 * that is left. One outcome for all of them is the verdict. Anything else is `needs_review`, as is a rule of
 * low confidence.
 */
export function resolveFitment(data: FitmentData, input: FitmentInput): FitmentResult {
  const vin = compareVin(data, input.vin, input)
  const ofYear = data.generations.filter((each) => isOfYear(each, input))
  const sold = ofYear.filter(({ notSold }) => notSold === null)
  const never = ofYear.find(({ notSold }) => notSold !== null)
  if (never?.notSold && sold.length === 0)
    return withoutQuestion(input, vin, never, 'does_not_fit', never.notSold)
  if (vin.kind === 'disagrees') return withoutQuestion(input, vin, null, 'needs_review', fitmentReasons.vin)
  if (sold.length === 0) return withoutQuestion(input, vin, null, 'needs_review', fitmentReasons.unknown)
  const variants = findVariants(data, input, vin)
  const [first] = variants
  if (!first) return withoutQuestion(input, vin, null, 'needs_review', fitmentReasons.contradiction)
  const packages = input.packageIds.map((id) => verdictOn(data, variants, id))
  return {
    generation: variants.every(({ generation }) => generation === first.generation) ? first.generation : null,
    headUnit: variants.every(({ headUnit }) => headUnit === first.headUnit) ? first.headUnit : null,
    packages,
    question: bestQuestion(data, variants, input),
    vin,
  }
}

/** The questions that may be asked about a car. */
export function questionsOf(data: FitmentData, chosen: ChosenVehicle): FitmentQuestion[] {
  const ids = new Set(
    data.generations.filter((each) => isOfYear(each, chosen)).flatMap(({ questionIds }) => questionIds),
  )
  return data.questions.filter(({ id }) => ids.has(id))
}

/** One car that a vehicle may be, with the rule that decides about a package for it. */
export type Candidate = {
  headUnitId: string | null
  name: string
  chassis: string
  recognizedBy: string
  verdict: FitmentOutcome
  note: string
  shopNote: string
  confidence: Confidence
  sources: string[]
  checkedOn: string | null
}

/** The cars that a vehicle may be, with the verdict of each, for the person who decides. */
export function listCandidates(
  data: FitmentData,
  {
    packageId,
    ...vehicle
  }: ChosenVehicle & { vin: string | null; answers: FitmentAnswers; packageId: number },
): Candidate[] {
  return findVariants(data, vehicle, compareVin(data, vehicle.vin, vehicle)).flatMap((variant) => {
    const rule = ruleOf(data, variant, packageId)
    if (!rule) return []
    const { generation, headUnit } = variant
    return {
      headUnitId: headUnit?.id ?? null,
      name: headUnit?.name ?? generation.chassis,
      chassis: generation.chassis,
      recognizedBy: headUnit?.recognizedBy ?? '',
      verdict: rule.outcome,
      note: rule.customerNote,
      shopNote: rule.shopNote === '' ? generation.shopNote : rule.shopNote,
      confidence: rule.confidence,
      sources: rule.sources.length > 0 ? rule.sources : generation.sources,
      checkedOn: generation.checkedOn,
    }
  })
}

/** The cars that a vehicle may be: those that neither the VIN nor an answer rules out. */
function findVariants(
  data: FitmentData,
  vehicle: ChosenVehicle & { answers: FitmentAnswers },
  vin: VinEvidence,
): Variant[] {
  return data.generations
    .filter((each) => each.notSold === null && isOfYear(each, vehicle))
    .filter(({ id }) => vin.kind !== 'matches' || vin.generationIds.includes(id))
    .flatMap((generation) => variantsOf(data, generation, vehicle.year))
    .filter((variant) => agreesWithAll(variant, vehicle.answers))
}

function isOfYear(generation: Generation, { year, make, model }: ChosenVehicle): boolean {
  return (
    generation.make === make &&
    generation.model === model &&
    generation.yearFrom <= year &&
    year <= generation.yearTo
  )
}

function withoutQuestion(
  { packageIds }: FitmentInput,
  vin: VinEvidence,
  generation: Generation | null,
  outcome: FitmentOutcome,
  reason: string,
): FitmentResult {
  const packages = packageIds.map((packageId) => ({
    packageId,
    outcome,
    reason,
    conditions: [],
    extraMinutes: 0,
    extraCents: 0,
    ruleIds: [],
  }))
  return { generation, headUnit: null, packages, question: null, vin }
}

/**
 * The variants of a generation in one model year: each head unit, for each answer that a rule of it depends
 * on.
 */
function variantsOf(data: FitmentData, generation: Generation, year: number): Variant[] {
  const headUnits = data.headUnits.filter(
    ({ generationId, yearFrom, yearTo }) =>
      generationId === generation.id && yearFrom <= year && year <= yearTo,
  )
  return (headUnits.length > 0 ? headUnits : [null]).flatMap((headUnit) => {
    const deciding = new Set(
      data.rules
        .filter((rule) => isAbout(rule, generation, headUnit))
        .flatMap(({ answer }) => (answer ? [answer.questionId] : [])),
    )
    let variants: Variant[] = [{ generation, headUnit, assumed: {} }]
    for (const questionId of deciding) {
      const values = headUnit?.answers[questionId] ?? valuesOf(data, questionId)
      variants = variants.flatMap((variant) =>
        values.map((value) => ({ ...variant, assumed: { ...variant.assumed, [questionId]: value } })),
      )
    }
    return variants
  })
}

function isAbout(rule: FitmentRule, generation: Generation, headUnit: HeadUnit | null): boolean {
  return rule.generationId === generation.id && (rule.headUnitId === null || rule.headUnitId === headUnit?.id)
}

function valuesOf(data: FitmentData, questionId: string): string[] {
  return data.questions.find(({ id }) => id === questionId)?.answers.map(({ value }) => value) ?? []
}

function agreesWithAll(variant: Variant, answers: FitmentAnswers): boolean {
  return Object.entries(answers).every(([questionId, value]) => agreesWith(variant, questionId, value))
}

function agreesWith({ assumed, headUnit }: Variant, questionId: string, value: string): boolean {
  if (value === notSure) return true
  const known = assumed[questionId]
  if (known !== undefined) return known === value
  return headUnit?.answers[questionId]?.includes(value) ?? true
}

/** The rule of a variant for a package: of its head unit and its answer before the generation's. */
function ruleOf(data: FitmentData, { generation, headUnit, assumed }: Variant, packageId: number) {
  const specificity = ({ headUnitId, answer }: FitmentRule) => (headUnitId ? 2 : 0) + (answer ? 1 : 0)
  return data.rules
    .filter(
      (rule) =>
        rule.packageId === packageId &&
        isAbout(rule, generation, headUnit) &&
        (rule.answer === null || assumed[rule.answer.questionId] === rule.answer.value),
    )
    .sort((one, other) => specificity(other) - specificity(one))[0]
}

function verdictOn(data: FitmentData, variants: readonly Variant[], packageId: number): PackageVerdict {
  const rules = variants.map((variant) => ruleOf(data, variant, packageId))
  const outcomes = new Set(rules.map(outcomeOf))
  const known = [...new Map(rules.flatMap((rule) => (rule ? [[rule.id, rule] as const] : []))).values()]
  const [outcome = 'needs_review'] = outcomes
  const base = { packageId, conditions: [], ruleIds: known.map(({ id }) => id) }
  if (outcomes.size > 1) {
    const generations = new Set(variants.map(({ generation }) => generation))
    const reason = generations.size > 1 ? fitmentReasons.generations : fitmentReasons.several
    return { ...base, outcome: 'needs_review', reason, extraMinutes: 0, extraCents: 0 }
  }
  // The extras of the dearest variant: a customer is never asked for more on the day.
  const extras = {
    extraMinutes: Math.max(0, ...known.map(({ extraMinutes }) => extraMinutes)),
    extraCents: Math.max(0, ...known.map(({ extraCents }) => extraCents)),
  }
  if (outcome !== 'fits_with_condition') {
    const reason = outcome === 'needs_review' ? reviewReasonOf(rules) : (known[0]?.customerNote ?? '')
    return { ...base, ...extras, outcome, reason }
  }
  return {
    ...base,
    ...extras,
    outcome,
    reason: fitmentReasons.condition,
    conditions: [conditionOf(known)],
  }
}

/**
 * The reason of a verdict that every variant leaves open. The text of a rule of low confidence states its
 * outcome, so only that of a `needs_review` rule can be the reason.
 */
function reviewReasonOf(rules: readonly (FitmentRule | undefined)[]): string {
  const texts = new Set(rules.map((rule) => (rule?.outcome === 'needs_review' ? rule.customerNote : null)))
  const [text] = texts
  if (texts.size > 1) return fitmentReasons.several
  if (text) return text
  return rules.some((rule) => rule !== undefined) ? fitmentReasons.uncertain : fitmentReasons.unknown
}

/** One condition to accept. Variants with different ones are alternatives: one of them is this car. */
function conditionOf(rules: readonly FitmentRule[]): FitmentCondition {
  const byText = new Map(rules.map(({ id, customerNote }) => [customerNote, id]))
  const [first = '', ...others] = byText.keys()
  if (others.length === 0) return { id: byText.get(first) ?? '', text: first }
  const sentences = [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))]
  return {
    id: [...byText.values()].join('.'),
    text: `${sentences.map((text) => text.replace(/\.$/, '')).join(', or ')}.`,
  }
}

/** The outcome that counts: a rule of low confidence, or none, leaves the answer to a person. */
function outcomeOf(rule: FitmentRule | undefined): FitmentOutcome {
  return !rule || rule.confidence === 'low' ? 'needs_review' : rule.outcome
}

/** The number of packages whose outcome differs between variants. */
function countUndecided(
  data: FitmentData,
  variants: readonly Variant[],
  packageIds: readonly number[],
): number {
  return packageIds.filter(
    (id) => new Set(variants.map((variant) => outcomeOf(ruleOf(data, variant, id)))).size > 1,
  ).length
}

/**
 * The unanswered question after which, on average over its answers, the fewest packages are undecided. Null
 * when no question helps, or enough were asked.
 */
function bestQuestion(
  data: FitmentData,
  variants: readonly Variant[],
  { answers, packageIds }: FitmentInput,
): FitmentQuestion | null {
  if (Object.keys(answers).length >= mostQuestions) return null
  const undecided = countUndecided(data, variants, packageIds)
  if (undecided === 0) return null
  const ids = new Set(variants.flatMap(({ generation }) => generation.questionIds))
  let best: { question: FitmentQuestion; average: number } | null = null
  for (const id of ids) {
    const question = data.questions.find((each) => each.id === id)
    if (!question || Object.hasOwn(answers, id)) continue
    const groups = question.answers
      .map(({ value }) => variants.filter((variant) => agreesWith(variant, id, value)))
      .filter((group) => group.length > 0)
    const average =
      groups.reduce((sum, group) => sum + countUndecided(data, group, packageIds), 0) / groups.length
    if (average < (best?.average ?? undecided)) best = { question, average }
  }
  return best?.question ?? null
}
