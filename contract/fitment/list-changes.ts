import type { FitmentData, FitmentRule, Generation, HeadUnit } from './fitment-data.ts'

export const changedKinds = ['generation', 'headUnit', 'question', 'rule'] as const
type ChangedKind = (typeof changedKinds)[number]

/** One row of the data that differs between two versions, with its changed fields as text. */
export type DataChange = {
  kind: ChangedKind
  id: string
  generationId: string | null
  label: string
  change: 'added' | 'changed' | 'removed'
  fields: { name: string; before: string; after: string }[]
}

type Row = { id: string; generationId?: string }
type Names = Pick<FitmentData, 'generations' | 'headUnits'>

/** JSON with sorted keys: two equal values have the same text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

export function isEqualData(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

/**
 * The rows that differ between two versions. `names` gives the names of generations and head units, when the
 * versions hold only the changed rows.
 */
export function listChanges(before: FitmentData, after: FitmentData, names: Names = after): DataChange[] {
  const all: Names = {
    generations: [...after.generations, ...before.generations, ...names.generations],
    headUnits: [...after.headUnits, ...before.headUnits, ...names.headUnits],
  }
  return [
    ...changesOf('generation', before.generations, after.generations, generationName),
    ...changesOf('headUnit', before.headUnits, after.headUnits, (unit) => headUnitName(unit, all)),
    ...changesOf('question', before.questions, after.questions, ({ text }) => text),
    ...changesOf('rule', before.rules, after.rules, (rule) => ruleName(rule, all)),
  ]
}

function changesOf<Each extends Row>(
  kind: ChangedKind,
  before: readonly Each[],
  after: readonly Each[],
  nameOf: (row: Each) => string,
): DataChange[] {
  const old = new Map(before.map((row) => [row.id, row]))
  const present = new Map(after.map((row) => [row.id, row]))
  const base = (row: Each) => ({
    kind,
    id: row.id,
    generationId: kind === 'generation' ? row.id : (row.generationId ?? null),
    label: nameOf(row),
  })
  return [
    ...after.flatMap((row): DataChange[] => {
      const was = old.get(row.id)
      if (!was) return [{ ...base(row), change: 'added', fields: [] }]
      const fields = fieldsThatDiffer(was, row)
      return fields.length === 0 ? [] : [{ ...base(row), change: 'changed', fields }]
    }),
    ...before
      .filter(({ id }) => !present.has(id))
      .map((row): DataChange => ({ ...base(row), change: 'removed', fields: [] })),
  ]
}

function fieldsThatDiffer(before: Row, after: Row): DataChange['fields'] {
  const values = new Map(Object.entries(before))
  return Object.entries(after)
    .filter(([name, value]) => !isEqualData(values.get(name), value))
    .map(([name, value]) => ({ name, before: textOf(values.get(name)), after: textOf(value) }))
}

/** A value of a field for people: lists by commas, patterns by their number. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    const isOfTexts = value.every((part) => typeof part !== 'object')
    return isOfTexts ? value.join(', ') : `${value.length} entries`
  }
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([key, part]) => `${key}: ${textOf(part)}`)
    .join('; ')
}

function generationName({ make, model, chassis }: Generation): string {
  return `${make} ${model} ${chassis}`
}

function nameOfGeneration(id: string, names: Names): string {
  const found = names.generations.find((each) => each.id === id)
  return found ? generationName(found) : id
}

function headUnitName({ generationId, name }: HeadUnit, names: Names): string {
  return `${nameOfGeneration(generationId, names)}, ${name}`
}

function ruleName({ generationId, headUnitId, answer, packageId }: FitmentRule, names: Names): string {
  const headUnit = names.headUnits.find(({ id }) => id === headUnitId)
  return [
    `Package ${packageId}: ${nameOfGeneration(generationId, names)}`,
    ...(headUnitId === null ? [] : [headUnit?.name ?? headUnitId]),
    ...(answer ? [`${answer.questionId} is ${answer.value}`] : []),
  ].join(', ')
}
