import type { ProposedChange } from './changed-data.ts'
import type { FitmentData, Generation } from './fitment-data.ts'
import { isEqualData } from './list-changes.ts'

/**
 * The data after a change, in a fixed order. A generation whose data changes loses its check, unless the
 * change brings another day.
 */
export function applyChange(data: FitmentData, change: ProposedChange): FitmentData {
  const before = inOrder(data)
  const after = inOrder(changed(before, change))
  return { ...after, generations: after.generations.map((each) => withoutOldCheck(before, after, each)) }
}

function changed(data: FitmentData, change: ProposedChange): FitmentData {
  if (change.kind === 'data') return change.data
  if (change.kind === 'rules') return { ...data, rules: change.rules }
  const generationId = change.generation.id
  const isOther = (row: { generationId: string }) => row.generationId !== generationId
  return {
    ...data,
    generations: [...data.generations.filter(({ id }) => id !== generationId), change.generation],
    headUnits: [
      ...data.headUnits.filter(isOther),
      ...change.headUnits.map((unit) => ({ ...unit, generationId })),
    ],
    rules: [...data.rules.filter(isOther), ...change.rules.map((rule) => ({ ...rule, generationId }))],
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** The order decides which of several agreeing rules gives the sentence: it must not depend on the source. */
export function inOrder(data: FitmentData): FitmentData {
  const ofGeneration = (row: { id: string; generationId: string }) => `${row.generationId} ${row.id}`
  return {
    generations: [...data.generations].sort(
      (a, b) =>
        compare(a.make, b.make) ||
        compare(a.model, b.model) ||
        a.yearFrom - b.yearFrom ||
        compare(a.id, b.id),
    ),
    headUnits: [...data.headUnits].sort(
      (a, b) => compare(a.generationId, b.generationId) || a.yearFrom - b.yearFrom || compare(a.id, b.id),
    ),
    questions: [...data.questions].sort((a, b) => compare(a.id, b.id)),
    rules: [...data.rules].sort((a, b) => compare(ofGeneration(a), ofGeneration(b))),
  }
}

function withoutOldCheck(before: FitmentData, after: FitmentData, generation: Generation): Generation {
  const was = before.generations.find(({ id }) => id === generation.id)
  if (!was || generation.checkedOn === null || was.checkedOn !== generation.checkedOn) return generation
  const isSame = isEqualData(rowsOf(before, was), rowsOf(after, generation))
  return isSame ? generation : { ...generation, checkedOn: null }
}

function rowsOf(data: FitmentData, generation: Generation) {
  const isOwn = ({ generationId }: { generationId: string }) => generationId === generation.id
  return [generation, data.headUnits.filter(isOwn), data.rules.filter(isOwn)]
}
