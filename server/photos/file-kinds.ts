const starts = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** Brands of the ISO base media format. https://mp4ra.org/registered-types/brands */
const brands: Readonly<Record<string, string>> = {
  heic: 'HEIC',
  heix: 'HEIC',
  hevc: 'HEIC',
  heim: 'HEIC',
  heis: 'HEIC',
  mif1: 'HEIC',
  msf1: 'HEIC',
  avif: 'AVIF',
  avis: 'AVIF',
  'qt  ': 'video',
}

const isSvg = (head: string): boolean => /^(?:\xEF\xBB\xBF)?\s*</.test(head) && /<svg[\s>]/i.test(head)

/**
 * The kind of a file by its first bytes; null for an unknown one. Neither its name nor its content type is
 * believed.
 */
export function fileKindOf(bytes: Buffer): string | null {
  if (starts(bytes, '\xFF\xD8\xFF')) return 'JPEG'
  if (starts(bytes, '\x89PNG\r\n\x1A\n')) return 'PNG'
  if (starts(bytes, 'ftyp', 4)) return brands[bytes.toString('latin1', 8, 12)] ?? 'video'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'GIF'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'WebP'
  if (starts(bytes, 'II*\0') || starts(bytes, 'MM\0*') || starts(bytes, 'II+\0')) return 'TIFF'
  if (starts(bytes, '\xFF\x0A') || starts(bytes, '\0\0\0\x0CJXL ')) return 'JPEG XL'
  if (starts(bytes, 'BM') && bytes.length > 26) return 'BMP'
  if (starts(bytes, '%PDF-')) return 'PDF'
  if (starts(bytes, 'PK\x03\x04')) return 'ZIP'
  if (isSvg(bytes.toString('latin1', 0, 1024))) return 'SVG'
  return null
}
