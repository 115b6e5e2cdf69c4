import * as z from 'zod/mini'

/** The sentence beside the box that a customer ticks. A change keeps the former one among the accepted. */
export const textConsentWording =
  'Text me about this appointment: confirmation, reminders and changes. Message and data rates may apply. Reply STOP to end, HELP for help. You can book without it.'
const acceptedWordings = [textConsentWording] as const

/** The consent to texts (SMS) of an order, with the sentence that the customer has seen. */
export const textConsent = z.strictObject({ wording: z.enum(acceptedWordings) })

/** The sentence that the desk reads out to a caller. Each consent keeps the one of its time. */
export const spokenConsentWording =
  'May we text you about this appointment? Rates may apply, and STOP ends it.'
