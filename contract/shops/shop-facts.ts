import * as z from 'zod/mini'
import { phoneSentence, usPhoneDigits } from '../booking/us-phone.ts'
import { atMost, mailedTextOrNone } from '../text.ts'

/** Facts of a shop for its customers. A fact without a text is missing. */
export const shopFacts = z.object({
  /** Ten digits. */
  phone: z.optional(z.string()),
  /** Of the state, for example of the California Bureau of Automotive Repair: 'ARD00123456'. */
  licenseNumber: z.optional(z.string()),
  warranty: z.optional(z.string()),
  parking: z.optional(z.string()),
  waitingRoom: z.optional(z.string()),
  shuttle: z.optional(z.string()),
})
export type ShopFacts = z.infer<typeof shopFacts>

/** The facts that matter on the day of the appointment. */
export const visitFacts = z.pick(shopFacts, { phone: true, parking: true, waitingRoom: true, shuttle: true })
export type VisitFacts = z.infer<typeof visitFacts>

function fact(length: number) {
  return mailedTextOrNone(length, `Please keep this under ${length} characters`)
}

/** A shop's phone number in any usual form, or nothing. */
export const shopPhone = z.string().check(
  z.trim(),
  atMost(30, phoneSentence),
  z.refine((typed) => typed === '' || usPhoneDigits(typed) !== null, phoneSentence),
)

/** The facts as a shop sends them: an empty text removes one, a missing one stays. Each is a single line. */
export const shopFactFields = {
  phone: z.optional(shopPhone),
  licenseNumber: z.optional(fact(40)),
  warranty: z.optional(fact(300)),
  parking: z.optional(fact(160)),
  waitingRoom: z.optional(fact(160)),
  shuttle: z.optional(fact(160)),
}
