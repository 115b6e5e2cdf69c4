import { refuse } from '../../contract/refusals.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import type { Context } from '../context.ts'
import { recognizePhoto } from './recognize-photo.ts'

/** A picture of the product's own making: a JPEG that holds pixels alone. */
export type EncodedPhoto = { bytes: Buffer; width: number; height: number }

/** Pixels of the longer side of a stored photo. */
const longestSide = 2048
/** The small print on a label stays readable. */
const quality = 85
const encodeSeconds = 10
/** Milliseconds that a photo may wait for its turn. */
const waitMs = 15_000

/** Decoding takes a processor and up to some 200 MB each. */
const takeTurn = createSemaphore(2)

const tooSlow = 'We couldn’t open that photo in time. Please send a smaller one.'
const busy = 'Many photos are being sent right now. Please try again in a few seconds.'

/**
 * Decodes a photo and encodes it anew: upright, at most 2048 pixels on the longer side, without EXIF, color
 * profile or anything else of the file. Two at a time in a process, ten seconds each. Refuses as
 * `photo_not_readable`, and as `unavailable` when its turn does not come.
 */
export async function encodePhoto({ log }: Pick<Context, 'log'>, bytes: Buffer): Promise<EncodedPhoto> {
  const { pixelLimit } = recognizePhoto(bytes)
  // Loaded with the first photo: it takes memory that a process without photos saves.
  const { sharp } = await import('./image-library.ts')
  const giveBack = await takeTurn(waitMs)
  if (giveBack === null) return refuse('unavailable', { sentence: busy, retryAfterSeconds: 5 })
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error' })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      // A see-through PNG is shown on white.
      .flatten({ background: '#fff' })
      .timeout({ seconds: encodeSeconds })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    log.info({ reason }, 'a photo could not be decoded')
    return refuse('photo_not_readable', reason.startsWith('timeout') ? { sentence: tooSlow } : {})
  } finally {
    giveBack()
  }
}
