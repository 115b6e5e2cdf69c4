import type { BoardJob } from '../../contract/admin/board.ts'
import type { Bay } from '../../contract/shops/shop-settings.ts'
import { memoryStore, useStore } from '../ui/external-store.ts'
import type { Place } from './move-proposal.ts'

/** A job on its way from one place to another. `placement` is the one that the mover has seen. */
export type Move = {
  appointmentId: string
  customerName: string
  bays: readonly Bay[]
  from: Place
  to: Place
  placement: string
  toldBy: BoardJob['toldBy']
}

/**
 * A move from its question to the end of its undo. `moved` ends at `undoUntil`, epoch milliseconds of this
 * browser.
 */
export type MoveState =
  | { step: 'asked'; move: Move; warning: string | null }
  | { step: 'refused'; sentence: string }
  | { step: 'moved'; move: Move; placement: string; undoUntil: number; isTold: boolean }
  | { step: 'undone'; sentence: string }
  | null

const store = memoryStore<MoveState>(null)

export const setMove = (next: MoveState): void => store.write(next)

export function useMove(): MoveState {
  return useStore(store)
}
