import * as z from 'zod/mini'
import type { ProposedChange } from '../../../contract/fitment/changed-data.ts'
import {
  fitmentRule,
  generation,
  headUnit,
  type FitmentData,
} from '../../../contract/fitment/fitment-data.ts'
import { isEqualData } from '../../../contract/fitment/list-changes.ts'
import { jsonStore } from '../../ui/browser-store.ts'
import { useStore } from '../../ui/external-store.ts'

const schema = z.object({
  baseVersion: z.int(),
  generation,
  headUnits: z.array(headUnit),
  rules: z.array(fitmentRule),
})

/** Unsaved changes of one generation, with the version that they were made from. */
export type FitmentDraft = z.infer<typeof schema>
export type GenerationRows = Omit<FitmentDraft, 'baseVersion'>

/** One draft for each tab of the browser; it survives a reload. */
const store = jsonStore<FitmentDraft>('fitment-draft', (stored) => schema.safeParse(stored).data ?? null)

export function useFitmentDraft() {
  return useStore(store, null)
}

export function discardDraft(): void {
  store.write(null)
}

/** Keeps changed rows. Rows as in the data in force are no change. */
export function keepDraft(draft: FitmentDraft, data: FitmentData): void {
  const { baseVersion: _, ...rows } = draft
  store.write(isEqualData(rows, rowsOf(data, draft.generation.id)) ? null : draft)
}

/** The rows of a generation; null when the data has none. */
export function rowsOf(data: FitmentData, generationId: string): GenerationRows | null {
  const found = data.generations.find(({ id }) => id === generationId)
  const isOwn = (row: { generationId: string }) => row.generationId === generationId
  return found
    ? { generation: found, headUnits: data.headUnits.filter(isOwn), rules: data.rules.filter(isOwn) }
    : null
}

export function changeOfDraft({ generation, headUnits, rules }: FitmentDraft): ProposedChange {
  return { kind: 'generation', generation, headUnits, rules }
}
