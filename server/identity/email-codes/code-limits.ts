import type { Context } from '../../context.ts'
import type { Device } from '../sessions/device.ts'
import { findKnownDevice } from '../sessions/known-device.ts'
import { consumeRateLimit, digestOf, giveBackUse } from '../limits/rate-limit.ts'

/**
 * Requests per address, or per known device of its account. Each challenge has five tries, so the limit of a
 * day bounds the guesses from elsewhere at one account, and those of each device, to a hundred.
 */
const perAddress = { windowSeconds: 900, max: 5 }
const perAddressAndDay = { windowSeconds: 86_400, max: 20 }
/** Per network address, which many people may share: all tries, and wrong codes. */
const triesPerNetwork = { windowSeconds: 60, max: 300 }
const wrongPerNetwork = { windowSeconds: 900, max: 100 }

/**
 * Counts a request for a code. On a known device of a proven account only that device's requests count, so
 * that requests from elsewhere do not keep the owner out.
 */
export async function countCodeRequest(context: Context, device: Device, email: string): Promise<void> {
  const knownDevice = await findKnownDevice(context, device, email)
  const isKnown = knownDevice !== null && (await isProven(context, email))
  const key = isKnown ? `device:${knownDevice}` : digestOf(email)
  await consumeRateLimit(context, `email-code:${key}`, perAddress)
  await consumeRateLimit(context, `email-code-of-day:${key}`, perAddressAndDay)
}

/**
 * Known devices are exempt for proven addresses only. A stranger can create an unproven account with another
 * person's address, and its devices must not add guesses at that person's codes.
 */
async function isProven({ database }: Context, email: string): Promise<boolean> {
  const proven = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .executeTakeFirst()
  return proven !== undefined
}

/**
 * Counts a try as a wrong code of its network before it is checked, so that parallel tries gain nothing.
 * Returns a function that takes it back after a right one. The tries for one account need no count here: the
 * challenge counts them.
 */
export async function countCodeTry(context: Context, { network }: Device): Promise<() => Promise<void>> {
  const wrongKey = `wrong-email-code-from:${network}`
  await consumeRateLimit(context, `email-code-try-from:${network}`, triesPerNetwork)
  await consumeRateLimit(context, wrongKey, wrongPerNetwork)
  return () => giveBackUse(context, wrongKey)
}
