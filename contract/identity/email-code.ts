import * as z from 'zod/mini'
import { matching, uuid } from '../text.ts'
import { email } from './identity.ts'

export const emailCodeRequest = z.strictObject({ email })

/** `challengeId` binds the mailed code to this browser. `expiresAt` is ISO. */
export const emailCodeChallenge = z.object({ challengeId: z.string(), expiresAt: z.string() })

export const emailCode = matching(/^\d{6}$/, 6, 'Enter the 6 digits from the email')

export const emailCodeSignIn = z.strictObject({ email, challengeId: uuid, code: emailCode })
