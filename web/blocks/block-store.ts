import type { BoardBlock } from '../../contract/blocks/blocks.ts'
import { memoryStore } from '../ui/external-store.ts'

/** The place that was drawn on the board; null for a button. */
export type DrawnTime = { day: string; startMinutes: number; endMinutes: number; bayId: number } | null

/** An open dialog: of a new block, or of one on the board. */
export type OpenBlock =
  | { kind: 'new'; shopId: number; drawn: DrawnTime; shownDay?: string | null }
  | { kind: 'shown'; block: BoardBlock; bayName: string }

export const openBlockStore = memoryStore<OpenBlock | null>(null)

export function openBlock(open: OpenBlock): void {
  openBlockStore.write(open)
}

export function closeBlock(): void {
  openBlockStore.write(null)
}
