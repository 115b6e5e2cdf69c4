import { refuse } from '../../contract/refusals.ts'
import { fileKindOf } from './file-kinds.ts'
import { hasForeignContent } from './foreign-content.ts'
import { readJpeg } from './jpeg-structure.ts'
import { readPng } from './png-structure.ts'

/** Phones take up to 50 megapixels into one JPEG. */
const mostPixels = 50_100_000
/** Where decoding takes up to 8 bytes of memory for each pixel. */
const mostUnstreamedPixels = 16_000_000
/** Encoders make up to 14. Each costs a pass over the whole picture. */
const mostScans = 32

const sentences = {
  empty: 'That file is empty. Please choose a photo.',
  heic: "We can't open HEIC photos yet. Take a screenshot of the photo, or save it as a JPEG, and send that.",
  unknown: "We can't open that file. Please send a JPEG or PNG photo.",
  animated: "That's an animation. Please send a still photo.",
  incomplete: 'That photo is incomplete. Please send it again.',
  foreign: 'That file has more in it than a photo. Take a screenshot of the photo and send that.',
  pixels: 'That photo has too many pixels for us. Please send a smaller one.',
} as const

function refusePhoto(reason: keyof typeof sentences): never {
  return refuse('photo_not_readable', { sentence: sentences[reason] })
}

/** Kinds of pictures that people may take for photos. */
const namedKinds = ['GIF', 'WebP', 'AVIF', 'TIFF', 'BMP', 'SVG', 'PDF', 'JPEG XL']

/** The picture of a file that may be decoded. */
export type RecognizedPhoto = { width: number; height: number; pixelLimit: number }

/**
 * Recognizes a JPEG or PNG photo by its content, without decoding it. Refuses anything else as
 * `photo_not_readable`, with a sentence for each kind: another format, an animation, a file that ends early,
 * one with too many pixels, and one that is also a page or an archive.
 */
export function recognizePhoto(bytes: Buffer): RecognizedPhoto {
  if (bytes.length === 0) return refusePhoto('empty')
  const kind = fileKindOf(bytes)
  if (kind === 'HEIC') return refusePhoto('heic')
  if (kind !== null && namedKinds.includes(kind))
    return refuse('photo_not_readable', {
      sentence: `We can't open ${kind} files. Please send a JPEG or PNG photo.`,
    })
  if (kind !== 'JPEG' && kind !== 'PNG') return refusePhoto('unknown')
  const picture = kind === 'JPEG' ? readJpeg(bytes) : readPng(bytes)
  if (picture === null) return refuse('photo_not_readable')
  const { width, height, isStreamed, trailer, metadata, scans } = picture
  if (picture.isAnimated) return refusePhoto('animated')
  if (trailer === null) return refusePhoto('incomplete')
  if (hasForeignContent(bytes, [...metadata, trailer])) return refusePhoto('foreign')
  if (width === 0 || height === 0) return refuse('photo_not_readable')
  const pixelLimit = isStreamed ? mostPixels : mostUnstreamedPixels
  if (width * height > pixelLimit || scans > mostScans) return refusePhoto('pixels')
  return { width, height, pixelLimit }
}
