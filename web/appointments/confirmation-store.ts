import { jsonStore } from '../ui/browser-store.ts'
import { fieldsOf, stringFieldsOf } from '../ui/checked-fields.ts'

// `date` is the shop's wall time.
const texts = [
  'owner',
  'id',
  'date',
  'packageName',
  'installationTime',
  'shopName',
  'shopAddress',
  'vehicle',
  'vin',
  'accountEmail',
] as const
const contactTexts = ['name', 'email', 'phone'] as const

/**
 * The content of the confirmation view. Stored until the user leaves the view, so that a reload shows it
 * again.
 */
export type BookedAppointment = Record<(typeof texts)[number], string> & {
  priceCents: number
  /** Whether the shop checks first that the package fits; null when it was booked without a verdict. */
  awaitsCheck: boolean | null
  contact: Record<(typeof contactTexts)[number], string>
  /** Ten digits; empty where the shop has none. */
  shopPhone: string
  /** For the picture; a confirmation of an older version has neither. */
  productId: number | null
  make: string
}

function checkConfirmation(stored: unknown): BookedAppointment | null {
  const { priceCents, awaitsCheck, contact, shopPhone, productId, make } = fieldsOf(stored)
  const booked = stringFieldsOf(stored, texts)
  const booker = stringFieldsOf(contact, contactTexts)
  if (booked === null || booker === null || typeof priceCents !== 'number') return null
  return {
    ...booked,
    priceCents,
    awaitsCheck: typeof awaitsCheck === 'boolean' ? awaitsCheck : null,
    contact: booker,
    shopPhone: typeof shopPhone === 'string' ? shopPhone : '',
    productId: typeof productId === 'number' ? productId : null,
    make: typeof make === 'string' ? make : '',
  }
}

export const confirmationStore = jsonStore('booked-appointment', checkConfirmation)

/** The confirmation that waits to be shown to this user, or null. */
export function readConfirmation(owner: string): BookedAppointment | null {
  const booked = confirmationStore.read()
  return booked?.owner === owner ? booked : null
}
