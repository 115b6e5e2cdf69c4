import { useEffect, useState } from 'react'
import { workUndoMs, type WorkState } from '../../../contract/workshop/work-states.ts'
import { memoryStore, useStore } from '../../ui/external-store.ts'

/** `to`: the state that the step led to. `at`: epoch milliseconds of this browser. */
type LastStep = { appointmentId: string; to: WorkState; at: number }

/** The last step forward that was pressed on this page. Its job may have moved to another list since. */
export const lastStep = memoryStore<LastStep | null>(null)

/** Whether a job is in the state to which the last step led, and that step can still be undone. */
export function useCanUndo(appointmentId: string, state: WorkState): boolean {
  const step = useStore(lastStep, null)
  // A colleague may have made another step meanwhile.
  return useRecent(step?.appointmentId === appointmentId && step.to === state ? step.at : null, workUndoMs)
}

/** The job whose last step can still be undone: it keeps its place until then. Null without one. */
export function useUndoableJob(): string | null {
  const step = useStore(lastStep, null)
  return useRecent(step?.at ?? null, workUndoMs) ? (step?.appointmentId ?? null) : null
}

/**
 * The next button stands where the last one stood, perhaps of another job: a second tap must not press it.
 */
const settleMs = 600

/** Whether a step was pressed just now. */
export function useSettling(): boolean {
  return useRecent(useStore(lastStep, null)?.at ?? null, settleMs)
}

/** Whether an instant of this browser was less than that time ago. */
function useRecent(at: number | null, ms: number): boolean {
  const [overAt, setOverAt] = useState<number | null>(null)
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(() => setOverAt(at), at + ms - Date.now())
    return () => clearTimeout(timer)
  }, [at, ms])
  return at !== null && at !== overAt
}
