import type { Context } from '../../context.ts'
import type { Device } from '../sessions/device.ts'
import { findKnownDevice } from '../sessions/known-device.ts'
import { consumeRateLimit, resetRateLimit } from '../limits/rate-limit.ts'

/** Codes per account, and per known device of it. A guess succeeds once in about 300,000. */
const attemptLimit = { windowSeconds: 900, max: 10 }
const dailyAttemptLimit = { windowSeconds: 86_400, max: 100 }
/** Per network address, which many people may share. */
const callsPerAddress = { windowSeconds: 60, max: 120 }

/**
 * Counts a code before it is checked, so that parallel attempts gain nothing. On a known device only that
 * device's codes count, so an attacker with the password does not lock the owner out. Returns a function that
 * resets the count after a correct code.
 */
export async function countCode(
  context: Context,
  device: Device,
  { userId, email }: { userId: string; email: string },
): Promise<() => Promise<void>> {
  const knownDevice = await findKnownDevice(context, device, email)
  if (knownDevice !== null) {
    const key = `second-factor-device:${knownDevice}`
    await consumeRateLimit(context, key, attemptLimit)
    return () => resetRateLimit(context, key)
  }
  const [now, day] = [`second-factor:${userId}`, `second-factor-of-day:${userId}`]
  await consumeRateLimit(context, `second-factor-from:${device.network}`, callsPerAddress)
  await consumeRateLimit(context, now, attemptLimit)
  await consumeRateLimit(context, day, dailyAttemptLimit)
  return async () => {
    await resetRateLimit(context, now)
    await resetRateLimit(context, day)
  }
}
