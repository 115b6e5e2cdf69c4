import { useMemo } from 'react'
import type * as z from 'zod/mini'
import { jsonStore } from './browser-store.ts'
import { useStore } from './external-store.ts'

/** Edits of a saved value: whether they differ from it, and how to discard them. */
export type FormDraft = { isChanged: boolean; discard: () => void }

/**
 * Edits of a saved value, stored in this tab until they are saved or discarded, so that they survive a reload
 * and a visit to another page.
 */
export function useFormDraft<Value extends object>(key: string, schema: z.ZodMiniType<Value>, saved: Value) {
  const store = useMemo(
    () => jsonStore(key, (stored) => schema.safeParse(stored).data ?? null),
    [key, schema],
  )
  const draft = useStore(store, null)
  return {
    value: draft ?? saved,
    isChanged: draft !== null && JSON.stringify(draft) !== JSON.stringify(saved),
    change: (next: Value) => {
      store.write(next)
    },
    discard: () => {
      store.write(null)
    },
  }
}
