import type { Context } from '../context.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'

/** A photo that was made smaller: a JPEG. */
export type SmallPhoto = { jpeg: Buffer; width: number; height: number }

/** Tried in order until a photo is small enough. Pixels of the longer side. */
const steps = [
  { side: 1100, quality: 72 },
  { side: 800, quality: 60 },
  { side: 560, quality: 45 },
] as const
const seconds = 10

/** Decoding takes a processor and up to some 200 MB. */
const takeTurn = createSemaphore(1)
const waitMs = 15_000

/**
 * Makes a stored photo smaller, to at most `mostBytes`; null when it cannot be read, stays larger, or its
 * turn does not come.
 */
export async function shrinkPhoto(
  { log }: Pick<Context, 'log'>,
  bytes: Buffer,
  mostBytes: number,
): Promise<SmallPhoto | null> {
  // Loaded with the first photo: it takes memory that a process without photos saves.
  const { sharp } = await import('./image-library.ts')
  const giveBack = await takeTurn(waitMs)
  if (giveBack === null) return null
  try {
    for (const { side, quality } of steps) {
      const { data, info } = await sharp(bytes)
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds })
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true })
      if (data.length <= mostBytes) return { jpeg: data, width: info.width, height: info.height }
    }
    return null
  } catch (error) {
    log.warn({ err: error }, 'a stored photo could not be decoded')
    return null
  } finally {
    giveBack()
  }
}
