import type { Context } from '../../context.ts'
import type { Device } from '../sessions/device.ts'
import { findKnownDevice } from '../sessions/known-device.ts'
import { consumeRateLimit, digestOf, giveBackUse, resetRateLimit } from './rate-limit.ts'

/** Attempts per account, and per known device of it. A correct password resets them. */
const attemptLimit = { windowSeconds: 300, max: 10 }
const dailyAttemptLimit = { windowSeconds: 86_400, max: 100 }
/** Per network address, which many people may share: all calls, and wrong passwords. */
const callsPerAddress = { windowSeconds: 60, max: 300 }
const wrongPerAddress = { windowSeconds: 900, max: 100 }

function accountKeys(email: string): { now: string; day: string } {
  const digest = digestOf(email)
  return { now: `wrong-password:${digest}`, day: `wrong-password-of-day:${digest}` }
}

/**
 * Resets an account's limits, so that an owner who reset the password need not wait for an attacker's window
 * to end.
 */
export async function resetAttempts(context: Context, email: string): Promise<void> {
  const { now, day } = accountKeys(email)
  await resetRateLimit(context, now)
  await resetRateLimit(context, day)
}

/** `undecided`: the password was right, or never checked. A wrong one stays counted. */
type Attempt = { succeeded(): Promise<void>; undecided(): Promise<void> }

/**
 * Counts an attempt as a wrong password before it is made, so that parallel attempts gain nothing. On a known
 * device only that device's attempts count, so attacks on the account or from the same network do not lock
 * its owner out.
 */
export async function countAttempt(context: Context, device: Device, email: string): Promise<Attempt> {
  const knownDevice = await findKnownDevice(context, device, email)
  if (knownDevice !== null) {
    const key = `wrong-password-device:${knownDevice}`
    await consumeRateLimit(context, key, attemptLimit)
    return { succeeded: () => resetRateLimit(context, key), undecided: async () => undefined }
  }
  const { now, day } = accountKeys(email)
  const wrongKey = `wrong-password-from:${device.network}`
  await consumeRateLimit(context, `sign-in:${device.network}`, callsPerAddress)
  await consumeRateLimit(context, wrongKey, wrongPerAddress)
  const undecided = () => giveBackUse(context, wrongKey)
  try {
    await consumeRateLimit(context, now, attemptLimit)
    await consumeRateLimit(context, day, dailyAttemptLimit)
  } catch (error) {
    await undecided()
    throw error
  }
  const succeeded = async () => {
    await undecided()
    await resetAttempts(context, email)
  }
  return { succeeded, undecided }
}
