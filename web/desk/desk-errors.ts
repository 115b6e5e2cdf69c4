import { contactFields } from '../../contract/booking/appointments.ts'
import { isVin, vinSentence } from '../../contract/catalog/vehicles.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { needsReason, paymentOf, type DeskDraft, type DraftErrors } from './desk-draft.ts'

const missingReason = 'Say why this package can be installed anyway.'

/** The missing and invalid parts of a draft, each with its sentence; empty when it can be sent. */
export function errorsOf(draft: DeskDraft): DraftErrors {
  const { phone, name, email, year, make, model, vin, fitment } = draft
  const errorOf = (field: 'phone' | 'name' | 'email', text: string) =>
    findFieldErrors(contactFields[field], text)['']
  const isEmailNeeded = paymentOf(draft) === 'link' && !draft.agreesToTexts
  const hasOpenCondition = fitment.conditions.some(({ id }) => !fitment.acceptedConditions.includes(id))
  const found: Record<keyof DraftErrors, string | undefined> = {
    phone: errorOf('phone', phone),
    name: errorOf('name', name),
    email: email.trim() === '' && !isEmailNeeded ? undefined : errorOf('email', email),
    car: year === '' || make === '' || model === '' ? 'Choose year, make and model.' : undefined,
    vin: vin !== '' && !isVin(vin) ? vinSentence : undefined,
    package:
      draft.packageId === null
        ? 'Choose a package.'
        : hasOpenCondition
          ? 'Ask the customer about the condition, and tick it.'
          : undefined,
    reason: needsReason(draft) && draft.reason.trim() === '' ? missingReason : undefined,
    time: draft.day === '' || draft.time === '' ? 'Choose a date and a time.' : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== undefined))
}

const partOfField: readonly [prefix: string, part: keyof DraftErrors][] = [
  ['contact.phone', 'phone'],
  ['contact.name', 'name'],
  ['contact.email', 'email'],
  ['vehicleInfo.vin', 'vin'],
  ['vehicleInfo', 'car'],
  ['productId', 'package'],
  ['fitmentReason', 'reason'],
  ['fitment', 'package'],
  ['date', 'time'],
  ['bayId', 'time'],
]

/** The part of the form that a refused field belongs to. */
export function partOf(field: string | null): keyof DraftErrors | null {
  return partOfField.find(([prefix]) => field?.startsWith(prefix))?.[1] ?? null
}
