import { useState } from 'react'
import * as z from 'zod/mini'
import { businessHours } from '../../contract/shops/business-hours.ts'
import { payoutMethods } from '../../contract/shops/shops.ts'
import { readSession, writeSession } from '../ui/session-storage.ts'
import { usualWeek } from './week.ts'

const storageKey = 'shop-registration-draft'

// A part that no longer fits is dropped alone; the rest of what was typed stays.
const registrationDraft = z.object({
  businessName: z.catch(z.string(), ''),
  address: z.catch(z.string(), ''),
  businessHours: z.catch(businessHours, usualWeek),
  paymentMethod: z.catch(z.nullable(z.enum(payoutMethods)), null),
  email: z.catch(z.string(), ''),
})

/** What is kept of a registration while it is typed. Never the password, never account details. */
export type RegistrationDraft = z.infer<typeof registrationDraft>

function readDraft(): RegistrationDraft {
  let stored: unknown = {}
  try {
    stored = JSON.parse(readSession(storageKey) ?? '{}')
  } catch {
    // Somebody else's text: as if there were none.
  }
  return z.parse(registrationDraft, typeof stored === 'object' && stored !== null ? stored : {})
}

/** The draft of this tab and how to change parts of it; a reload loses nothing of it. */
export function useRegistrationDraft(): [RegistrationDraft, (parts: Partial<RegistrationDraft>) => void] {
  const [draft, setDraft] = useState(readDraft)
  const change = (parts: Partial<RegistrationDraft>) => {
    const next = { ...draft, ...parts }
    setDraft(next)
    writeSession(storageKey, JSON.stringify(next))
  }
  return [draft, change]
}

/** Forgets what was typed, once the shop is registered. */
export function clearRegistrationDraft(): void {
  writeSession(storageKey, null)
}
