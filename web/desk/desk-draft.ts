import type { DeskOrder } from '../../contract/admin/desk-order.ts'
import { formatTimeOfDay } from '../../contract/time.ts'
import type { PaysBy } from '../../contract/payments/pays-by.ts'
import { emptyFitment, offeredFitmentOf, type FitmentDraft } from '../appointments/fitment-draft.ts'
import { memoryStore } from '../ui/external-store.ts'
import type { FreePlace } from './new-booking-store.ts'

/** The typed parts of a new booking. Empty texts are not filled in yet. */
export type DeskDraft = {
  /** A person whom the shop knows, unless the name or the phone was changed since. */
  contactId: string | null
  phone: string
  name: string
  email: string
  year: string
  make: string
  model: string
  vin: string
  fitment: FitmentDraft
  packageId: number | null
  /** Why a package is sold that does not fit by the rules. */
  reason: string
  day: string
  time: string
  /** Null for any free bay. */
  bayId: number | null
  /** Null until chosen: then a way to send the link decides. */
  payment: PaysBy | null
  /** The caller said yes to texts. */
  agreesToTexts: boolean
  /** What the caller says about the car; empty without it. */
  note: string
}

export const emptyDraft: DeskDraft = {
  contactId: null,
  phone: '',
  name: '',
  email: '',
  year: '',
  make: '',
  model: '',
  vin: '',
  fitment: emptyFitment,
  packageId: null,
  reason: '',
  day: '',
  time: '',
  bayId: null,
  payment: null,
  agreesToTexts: false,
  note: '',
}

/** The draft outlives the dialog, which Escape may close by accident. */
export const deskDraftStore = memoryStore<{ shopId: number; draft: DeskDraft } | null>(null)

/** The draft at a place that was clicked on the board. */
export function atPlace(draft: DeskDraft, { day, startMinutes, bayId }: FreePlace): DeskDraft {
  return { ...draft, day, time: formatTimeOfDay(startMinutes), bayId }
}

/** The way to pay: a link where it can be sent by email or text. */
export function paymentOf(draft: Pick<DeskDraft, 'payment' | 'email' | 'agreesToTexts'>): PaysBy {
  const canSendLink = draft.email.trim() !== '' || draft.agreesToTexts
  return draft.payment ?? (canSendLink ? 'link' : 'at_shop')
}

export type DraftErrors = Partial<
  Record<'phone' | 'name' | 'email' | 'car' | 'vin' | 'package' | 'reason' | 'time', string>
>

/** The order of a draft for a shop. `paymentMethodId`: of a customer who stands there. */
export function orderOf(
  draft: DeskDraft,
  { shopId, paymentMethodId }: { shopId: number; paymentMethodId?: string },
): DeskOrder {
  const { contactId, email, vin, packageId, reason, bayId } = draft
  const fitment = offeredFitmentOf(draft.fitment)
  return {
    shopId,
    contact: { name: draft.name, phone: draft.phone, ...(email.trim() !== '' && { email }) },
    ...(contactId !== null && { contactId }),
    vehicleInfo: {
      year: Number(draft.year),
      make: draft.make,
      model: draft.model,
      ...(vin !== '' && { vin }),
    },
    productId: packageId ?? 0,
    date: `${draft.day} ${draft.time}`,
    ...(bayId !== null && { bayId }),
    payment: paymentOf(draft),
    ...(paymentMethodId !== undefined && { paymentMethodId }),
    ...(draft.agreesToTexts && { agreesToTexts: true }),
    ...(draft.note.trim() !== '' && { note: draft.note }),
    ...(fitment !== null && { fitment }),
    ...(needsReason(draft) && { fitmentReason: reason }),
  }
}

/** Whether the chosen package is sold only with a reason of the shop. */
export function needsReason({ fitment }: Pick<DeskDraft, 'fitment'>): boolean {
  return fitment.verdict === 'does_not_fit'
}
