import * as z from 'zod/mini'
import { vehicle } from '../catalog/vehicle.ts'
import { atMost, matching } from '../text.ts'
import { newSignOff, signOff, workPhoto } from './work-order.ts'
import { workStates } from './work-states.ts'

/** The token in the link of the mail or text that a car is ready. It opens one appointment only. */
export const signOffLink = z.strictObject({ token: z.string().check(z.minLength(1), atMost(300)) })

/** A note of the shop for the customer. */
const noteForCustomer = z.object({ id: z.string(), body: z.string() })

/** The work on a car as its customer sees it. */
export const ownWork = z.object({
  state: z.enum(workStates),
  /** ISO: when it came into this state; null while it is booked. */
  since: z.nullable(z.string()),
  /** The shop's notes for the customer, oldest first. */
  notes: z.array(noteForCustomer),
  photos: z.array(workPhoto),
  signOff: z.nullable(signOff),
})
export type OwnWork = z.infer<typeof ownWork>

/** What the page behind that link shows: the work, no more of the customer than the first name. */
export const linkedWork = z.object({
  firstName: z.string(),
  vehicleInfo: vehicle,
  packageName: z.string(),
  packageParts: z.array(z.string()),
  shopName: z.string(),
  /** Ten digits of a US number; null while the shop has none. */
  shopPhone: z.nullable(z.string()),
  timeZone: z.string(),
  /** The shop's notes for the customer, oldest first. */
  notes: z.array(noteForCustomer),
  photos: z.array(workPhoto),
  /** The sentence to sign. */
  wording: z.string(),
  /** ISO; null until it is signed. The link shows neither the signature nor the whole name. */
  signedAt: z.nullable(z.string()),
  /** Whether the work is done, so that it can be signed. */
  canSign: z.boolean(),
})
export type LinkedWork = z.infer<typeof linkedWork>

/** `phoneEnd`: the last four digits of the customer's phone, as a passed-on link alone signs nothing. */
export const linkedSignOff = z.extend(newSignOff, {
  token: signOffLink.shape.token,
  phoneEnd: matching(/^\d{4}$/, 4, 'Please enter the last 4 digits of your phone number'),
})
export type LinkedSignOff = z.infer<typeof linkedSignOff>
