import type { ImageStructure } from './image-structure.ts'

const signatureBytes = 8
/** Length, type and checksum of a chunk. */
const overhead = 12
/** Encoders write chunks of 4 kB and more. A file of nothing but chunks would take long to read. */
const mostChunks = 10_000
const pictureChunks = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS']

/**
 * Reads the chunks of a PNG file without decoding it. Null when they make no picture.
 * https://www.w3.org/TR/png-3/#5Chunk-layout
 */
export function readPng(bytes: Buffer): ImageStructure | null {
  let isAnimated = false
  let hasPixels = false
  const metadata: Buffer[] = []
  const header = bytes.subarray(signatureBytes, signatureBytes + 8 + 13)
  if (header.length < 8 + 13 || header.toString('latin1', 4, 8) !== 'IHDR') return null
  const isInterlaced = header[8 + 12] !== 0
  const structure = (end: number | null): ImageStructure => ({
    width: header.readUInt32BE(8),
    height: header.readUInt32BE(12),
    isAnimated,
    isStreamed: false,
    scans: isInterlaced ? 7 : 1,
    metadata,
    trailer: end === null ? null : bytes.subarray(end),
  })
  let at = signatureBytes
  for (let chunks = 0; at + overhead <= bytes.length; chunks += 1) {
    if (chunks === mostChunks) return null
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!/^[A-Za-z]{4}$/.test(type)) return null
    if (at + overhead + length > bytes.length) return structure(null)
    if (type === 'acTL') isAnimated = true
    else if (type === 'IDAT') hasPixels = true
    else if (!pictureChunks.includes(type)) metadata.push(bytes.subarray(at + 8, at + 8 + length))
    at += overhead + length
    if (type === 'IEND') return hasPixels ? structure(at) : null
  }
  return structure(null)
}
