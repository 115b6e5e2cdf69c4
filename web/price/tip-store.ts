import * as z from 'zod/mini'
import { jsonStore } from '../ui/browser-store.ts'
import type { TipWish } from './tip-choice.tsx'

const storedWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('percent'), percent: z.int() }),
  z.object({ kind: z.literal('own'), text: z.string() }),
])

/**
 * The chosen tip, kept in this tab until the customer has agreed. `key` names the sheet and its appointment.
 */
export const tipStore = (key: string) =>
  jsonStore<TipWish>(`tip:${key}`, (stored) => storedWish.safeParse(stored).data ?? null)
