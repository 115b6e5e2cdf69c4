import { useMemo } from 'react'
import { textStore } from '../../ui/browser-store.ts'
import { useStore } from '../../ui/external-store.ts'

/**
 * The text of a field of a job, kept in the browser until it is saved or the account signs out: a job that
 * changes its place on the page, and a reload, lose nothing.
 */
export function useDraft(field: 'note' | 'mileage', appointmentId: string, userId: string) {
  const store = useMemo(
    () => textStore(`work-draft:${field}:${appointmentId}:${userId}`, (text) => text, 'until-logout'),
    [field, appointmentId, userId],
  )
  const setText = (text: string) => void store.write(text === '' ? null : text)
  return [useStore(store, null) ?? '', setText] as const
}
