import type { Context } from '../context.ts'
import type { Device } from './device.ts'
import { findKnownDevice } from './known-device.ts'
import { countUse, digestOf, forgetUses, requireUnused } from './rate-limit.ts'

/** Tries of one account, and of one device that is known for it. A right password begins anew. */
const tries = { windowSeconds: 300, max: 10 }
const triesOfDay = { windowSeconds: 86_400, max: 100 }
/** Of one network address, where many people may sit behind one: every call, and those with a wrong password. */
const callsPerAddress = { windowSeconds: 60, max: 300 }
const wrongPerAddress = { windowSeconds: 900, max: 100 }

function accountKeys(email: string): { now: string; day: string } {
  const digest = digestOf(email)
  return { now: `wrong-password:${digest}`, day: `wrong-password-of-day:${digest}` }
}

/** After a reset by mail the owner need not wait for the end of what others tried. */
export async function forgetTries(context: Context, email: string): Promise<void> {
  const { now, day } = accountKeys(email)
  await forgetUses(context, now)
  await forgetUses(context, day)
}

type Tried = { succeeded(): Promise<void>; failed(): Promise<void> }

/**
 * Counts a try before it is made, so that many at the same moment are no more than one after another. On a known device only that
 * device's own tries count: what others do to the account or from the same network address does not keep its owner out.
 */
export async function countTry(context: Context, device: Device, email: string): Promise<Tried> {
  const knownDevice = await findKnownDevice(context, device, email)
  if (knownDevice !== null) {
    const key = `wrong-password-device:${knownDevice}`
    await countUse(context, key, tries)
    return { succeeded: () => forgetUses(context, key), failed: async () => undefined }
  }
  const { now, day } = accountKeys(email)
  const wrongKey = `wrong-password-from:${device.network}`
  await countUse(context, `sign-in:${device.network}`, callsPerAddress)
  await requireUnused(context.database.db, wrongKey, wrongPerAddress)
  await countUse(context, now, tries)
  await countUse(context, day, triesOfDay)
  return {
    succeeded: () => forgetTries(context, email),
    failed: () => countUse(context, wrongKey, wrongPerAddress),
  }
}
