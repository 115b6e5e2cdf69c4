import { memoryStore } from '../ui/external-store.ts'

/** What was typed and not sent, by appointment: Escape closes the details by accident. */
const drafts = memoryStore<Readonly<Record<string, string>>>({})

export const draftOf = (appointmentId: string): string => drafts.read()[appointmentId] ?? ''

export function keepDraft(appointmentId: string, body: string): void {
  drafts.write({ ...drafts.read(), [appointmentId]: body })
}
