import type { Context } from '../context.ts'
import type { Device } from './device.ts'
import { findKnownDevice } from './known-device.ts'
import { countUse, forgetUses } from './rate-limit.ts'

/** Codes for one account, and from one device that is known for it. Each is a guess at one in about 300,000. */
const tries = { windowSeconds: 900, max: 10 }
const triesOfDay = { windowSeconds: 86_400, max: 100 }
/** From one network address, where many people may sit behind one. */
const callsPerAddress = { windowSeconds: 60, max: 120 }

/**
 * Counts a code before it is looked at, so that many at the same moment are no more than one after another. On a known device only
 * that device's own codes count: whoever else knows the password does not keep the owner out. Gives what forgets them once a code
 * was right.
 */
export async function countCode(
  context: Context,
  device: Device,
  { userId, email }: { userId: string; email: string },
): Promise<() => Promise<void>> {
  const knownDevice = await findKnownDevice(context, device, email)
  if (knownDevice !== null) {
    const key = `second-factor-device:${knownDevice}`
    await countUse(context, key, tries)
    return () => forgetUses(context, key)
  }
  const [now, day] = [`second-factor:${userId}`, `second-factor-of-day:${userId}`]
  await countUse(context, `second-factor-from:${device.network}`, callsPerAddress)
  await countUse(context, now, tries)
  await countUse(context, day, triesOfDay)
  return async () => {
    await forgetUses(context, now)
    await forgetUses(context, day)
  }
}
