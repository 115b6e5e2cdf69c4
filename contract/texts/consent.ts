import * as z from 'zod/mini'

/** The sentences beside the box that a customer ticks, the present one last. A change adds an entry. */
export const textConsentWordings = [
  'Text me about this appointment: confirmation, reminders and changes. Message and data rates may apply. Reply STOP to end, HELP for help. You can book without it.',
] as const

/** The one that is shown now. */
export const textConsentWording =
  textConsentWordings[textConsentWordings.length - 1] ?? textConsentWordings[0]

/** The consent to texts (SMS) of an order, with the sentence that the customer has seen. */
export const textConsent = z.strictObject({ wording: z.enum(textConsentWordings) })

/** What the desk reads out to a caller, the present one last. A change adds an entry. */
export const spokenConsentWordings = [
  'May we text you about this appointment? Rates may apply, and STOP ends it.',
] as const

/** The one that is read out now. */
export const spokenConsentWording =
  spokenConsentWordings[spokenConsentWordings.length - 1] ?? spokenConsentWordings[0]
