import type { ContactPage, SamePerson, SearchReply } from '../../contract/contacts/contacts.ts'
import { longestSearch } from '../../contract/limits.ts'

/** '(626) 555-0142' of ten stored digits. */
export function shownPhone(digits: string): string {
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

/** '1 appointment', '3 appointments', 'No appointments'. */
export function countWords(count: number): string {
  if (count === 0) return 'No appointments'
  return count === 1 ? '1 appointment' : `${count} appointments`
}

/** '2 upcoming, 3 completed, 1 cancelled', as far as there are any. */
export function visitCounts({ upcoming, completed, cancelled }: ContactPage['counts']): string {
  const parts = [
    upcoming > 0 && `${upcoming} upcoming`,
    completed > 0 && `${completed} completed`,
    cancelled > 0 && `${cancelled} cancelled`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'No appointments yet'
}

/** 'Same phone and name'. */
export function sameWords(same: SamePerson['same']): string {
  const last = same.at(-1) ?? ''
  return `Same ${same.length > 1 ? `${same.slice(0, -1).join(', ')} and ${last}` : last}`
}

export const searchable = 'You can search by name, phone, email, car, VIN or appointment number.'

/** The sentence below the box when there is nothing to choose; null when there is. */
export function emptyWords(typed: string, reply: SearchReply): string | null {
  if (reply.hint === 'too_long') return tooLong
  if (reply.hint === 'too_short') return 'Type at least 3 characters.'
  if (reply.appointments.length + reply.contacts.length > 0) return null
  const shown = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed
  return `No match for “${shown}”. ${searchable}`
}

export const tooLong = `That’s too long to search. Use up to ${longestSearch} characters.`

/** '3 results', for a screen reader. */
export function resultWords(count: number): string {
  return count === 1 ? '1 result' : `${count} results`
}
