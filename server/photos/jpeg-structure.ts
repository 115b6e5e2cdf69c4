import type { ImageStructure } from './image-structure.ts'

const startOfScan = 0xda
const endOfImage = 0xd9
/** Far more than cameras write. A file of nothing but markers would take seconds to read. */
const mostSegments = 2000
/** Frames that the decoder knows: baseline, extended and progressive, with Huffman coding. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]
const isMetadata = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

/**
 * The next marker from a position on that begins a segment or ends the picture: not a stuffed zero of the
 * coded data, padding, or a marker without a segment (RST0 to RST7, SOI, TEM). The length of the file without
 * one.
 */
function nextMarker(bytes: Buffer, from: number): number {
  let at = from
  for (; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes[at + 1] ?? 0
    if (marker > 0x01 && marker !== 0xff && (marker < 0xd0 || marker > 0xd8)) return at
  }
  return bytes.length
}

/**
 * Reads the markers of a JPEG file without decoding it. Null when they make no picture.
 * https://www.w3.org/Graphics/JPEG/itu-t81.pdf (annex B)
 */
export function readJpeg(bytes: Buffer): ImageStructure | null {
  let size: { width: number; height: number; components: number; isProgressive: boolean } | null = null
  let scans = 0
  let isInterleaved = false
  const metadata: Buffer[] = []
  const structure = (end: number | null): ImageStructure | null =>
    size && {
      width: size.width,
      height: size.height,
      isAnimated: false,
      // The decoder keeps the coefficients of the whole picture when they come in several scans.
      isStreamed: !size.isProgressive && isInterleaved && scans === 1,
      scans,
      metadata,
      trailer: end === null ? null : bytes.subarray(end),
    }
  let at = 2
  for (let segments = 0; segments < mostSegments; segments += 1) {
    at = nextMarker(bytes, at)
    const marker = bytes[at + 1]
    if (marker === undefined) return structure(null)
    if (marker === endOfImage) return structure(at + 2)
    if (at + 4 > bytes.length) return structure(null)
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return null
    const content = bytes.subarray(at + 4, at + 2 + length)
    if (content.length < length - 2) return structure(null)
    if (isMetadata(marker)) metadata.push(content)
    else if (frames.includes(marker)) {
      if (size !== null || content.length < 6) return null
      const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)]
      size = { width, height, components: content[5] ?? 0, isProgressive: marker === 0xc2 }
    } else if (marker === startOfScan) {
      if (size === null) return null
      scans += 1
      isInterleaved = content[0] === size.components
    }
    at += 2 + length
  }
  return null
}
