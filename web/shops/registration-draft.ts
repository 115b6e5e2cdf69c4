import * as z from 'zod/mini'
import { businessHours } from '../../contract/shops/business-hours.ts'
import { payoutMethods } from '../../contract/shops/shops.ts'
import { jsonStore } from '../ui/browser-store.ts'
import { useStore } from '../ui/external-store.ts'
import { usualWeek } from './week.ts'

// An invalid part is dropped alone; the others stay.
const registrationDraft = z.object({
  businessName: z.catch(z.string(), ''),
  address: z.catch(z.string(), ''),
  phone: z.catch(z.string(), ''),
  businessHours: z.catch(businessHours, usualWeek),
  paymentMethod: z.catch(z.nullable(z.enum(payoutMethods)), null),
  email: z.catch(z.string(), ''),
})

/** The stored part of a registration in progress. Never the password, never account details. */
export type RegistrationDraft = z.infer<typeof registrationDraft>

const emptyRegistration = z.parse(registrationDraft, {})

export const registrationDraftStore = jsonStore(
  'shop-registration-draft',
  (stored) => z.safeParse(registrationDraft, stored).data ?? null,
)

/** The draft of this tab, which survives a reload, and a function that changes parts of it. */
export function useRegistrationDraft(): [RegistrationDraft, (parts: Partial<RegistrationDraft>) => void] {
  const draft = useStore(registrationDraftStore, null) ?? emptyRegistration
  return [draft, (parts) => void registrationDraftStore.write({ ...draft, ...parts })]
}
