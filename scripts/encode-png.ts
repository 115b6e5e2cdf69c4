import { crc32, deflateSync } from 'node:zlib'

const samples = 3

/**
 * The Paeth predictor from the samples to the left, above and above left.
 * https://www.w3.org/TR/png/#9Filter-type-4-Paeth
 */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

const filters: ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
]

/** Filters each row with the filter of the smallest sum, which compresses best. */
function filterRow(row: Buffer, above: Buffer): Buffer {
  const tried = filters.map((guess, kind) => {
    const filtered = Buffer.alloc(row.length + 1)
    filtered[0] = kind
    let rest = 0
    for (let at = 0; at < row.length; at += 1) {
      const left = at < samples ? 0 : (row[at - samples] ?? 0)
      const corner = at < samples ? 0 : (above[at - samples] ?? 0)
      const value = ((row[at] ?? 0) - guess(left, above[at] ?? 0, corner)) & 255
      filtered[at + 1] = value
      rest += Math.min(value, 256 - value)
    }
    return { filtered, rest }
  })
  return tried.reduce((best, next) => (next.rest < best.rest ? next : best)).filtered
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Encodes opaque pixels, three bytes each, as a small PNG without a further program. */
export function encodePng(pixels: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const stride = width * samples
  const rowAt = (index: number) =>
    index < 0 ? Buffer.alloc(stride) : pixels.subarray(index * stride, (index + 1) * stride)
  const rows = Array.from({ length: height }, (_, index) => filterRow(rowAt(index), rowAt(index - 1)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
