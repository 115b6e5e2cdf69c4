import { memoryStore } from '../ui/external-store.ts'

/** What was typed and not sent, by appointment: Escape closes the details by accident. */
export const messageDrafts = memoryStore<Readonly<Record<string, string>>>({})
