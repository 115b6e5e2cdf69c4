import * as z from 'zod/mini'
import { atMost, shownText } from '../text.ts'

/**
 * Input of `navigator.credentials`: the JSON forms of the options in W3C Web Authentication, 5.1.8 to 5.1.10.
 */
export const passkeyOptions = z.record(z.string(), z.unknown())
export type PasskeyOptions = z.infer<typeof passkeyOptions>

const responsePart = z.nullable(
  z.union([z.string().check(atMost(20_000)), z.number(), z.array(z.string().check(atMost(60)))]),
)

/**
 * Output of `navigator.credentials`, in the JSON form of the same standard. Validated by the identity
 * library.
 */
const deviceAnswer = z.looseObject({
  id: z.string().check(z.minLength(1), atMost(2000)),
  type: z.literal('public-key'),
  rawId: z.optional(z.string().check(atMost(2000))),
  response: z.record(z.string().check(atMost(60)), responsePart),
})

export type DeviceAnswer = z.infer<typeof deviceAnswer>

export const passkeyAnswer = z.strictObject({ answer: deviceAnswer })

export const passkeyName = shownText(60, 'Please enter a name', 'That name is too long')

export const newPasskey = z.strictObject({ name: passkeyName, answer: deviceAnswer })

export const passkeyRenaming = z.strictObject({ name: passkeyName })
