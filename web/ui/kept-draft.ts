import { useState } from 'react'
import type * as z from 'zod/mini'
import { readSession, writeSession } from './session-storage.ts'

function readDraft<Value>(key: string, schema: z.ZodMiniType<Value>): Value | null {
  try {
    const read = schema.safeParse(JSON.parse(readSession(key) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** What is typed over a saved value: whether it says anything else, and how it is given up. */
export type Draft = { isChanged: boolean; giveUp: () => void }

/**
 * What is typed over a saved value, kept in this tab until it is saved or given up: a reload or another page loses nothing of it.
 * `isChanged` is false while it says the same as what is saved.
 */
export function useKeptDraft<Value>(key: string, schema: z.ZodMiniType<Value>, saved: Value) {
  const [draft, setDraft] = useState(() => readDraft(key, schema))
  const change = (next: Value | null) => {
    setDraft(next)
    writeSession(key, next === null ? null : JSON.stringify(next))
  }
  return {
    value: draft ?? saved,
    isChanged: draft !== null && JSON.stringify(draft) !== JSON.stringify(saved),
    change,
    giveUp: () => change(null),
  }
}
