import sharp, { type Sharp } from 'sharp'

/** A JPEG photo as a phone takes it: turned by EXIF, with the place and the time in it. */
export async function phonePhoto(width = 1600, height = 1200): Promise<Buffer> {
  return plainPicture(width, height)
    .withExif({
      IFD0: { Make: 'Unmistakable Phone', Model: 'X' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 5/1 0/1' },
    })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Two halves of different color, so that a turn shows: red on the left, blue on the right. */
export function plainPicture(width: number, height: number): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#00f' }
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: { create: half }, gravity: 'east' },
  ])
}

const toPng = (width: number, height: number): Promise<Buffer> => plainPicture(width, height).png().toBuffer()

/** A chunk of a PNG file, with a checksum that no reader of these tests looks at. */
function pngChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
}

/** A PNG with one more chunk behind its header. */
async function pngWith(type: string, content: Buffer): Promise<Buffer> {
  const png = await toPng(40, 30)
  const headerEnd = 8 + 12 + 13
  return Buffer.concat([png.subarray(0, headerEnd), pngChunk(type, content), png.subarray(headerEnd)])
}

/** A JPEG with one more segment behind its first marker. */
function jpegWith(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** The picture with another size in its frame header: the coded data stays as it was. */
function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const at = [0xc0, 0xc2].map((frame) => jpeg.indexOf(Buffer.from([0xff, frame]))).find((found) => found > 0)
  if (at === undefined) throw new Error('no frame')
  changed.writeUInt16BE(height, at + 5)
  changed.writeUInt16BE(width, at + 7)
  return changed
}

function pngOfSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  return changed
}

/** An archive with one empty file, as any ZIP program reads it. */
function zipArchive(): Buffer {
  const name = Buffer.from('a.txt')
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.write('PK\x01\x02', 'latin1')
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length, 16)
  return Buffer.concat([local, name, central, name, end])
}

const page = '<html><body><script>alert(document.domain)</script></body></html>'
const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

/** Files that are no photos, or more than that: each with a part of the sentence that refuses it. */
export async function badFiles(): Promise<[name: string, bytes: Buffer, sentence: string][]> {
  const photo = await phonePhoto(400, 300)
  const png = await toPng(400, 300)
  const gif = await plainPicture(8, 8).gif().toBuffer()
  const frame = Buffer.from('GIF89a')
  return [
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['one byte', Buffer.from([0xff]), 'JPEG or PNG'],
    ['the first bytes of a JPEG', photo.subarray(0, 3), 'can’t open that photo'],
    ['text', Buffer.from('a photo of my dashboard'), 'JPEG or PNG'],
    ['random bytes', Buffer.from(photo.map((byte, at) => (byte * 31 + at) % 251)), 'JPEG or PNG'],
    ['a page', Buffer.from(`<!doctype html>${page}`), 'JPEG or PNG'],
    ['an SVG', Buffer.from(svg), 'SVG files'],
    ['a GIF', gif, 'GIF files'],
    ['the signature of a GIF', frame, 'GIF files'],
    ['a WebP', await plainPicture(8, 8).webp().toBuffer(), 'WebP files'],
    ['a TIFF', await plainPicture(8, 8).tiff().toBuffer(), 'TIFF files'],
    ['an AVIF', await plainPicture(8, 8).avif().toBuffer(), 'AVIF files'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'PDF files'],
    ['an archive', zipArchive(), 'JPEG or PNG'],
    ['a HEIC', Buffer.from('\0\0\0\x24ftypheic\0\0\0\0mif1heic', 'latin1'), 'HEIC'],
    ['a film', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), 'JPEG or PNG'],
    ['an animated PNG', await pngWith('acTL', Buffer.alloc(8, 1)), 'animation'],
    ['half a JPEG', photo.subarray(0, photo.length / 2), 'incomplete'],
    ['half a PNG', png.subarray(0, png.length / 2), 'incomplete'],
    ['a JPEG without its end', photo.subarray(0, -2), 'incomplete'],
    ['a JPEG and a ZIP archive', Buffer.concat([photo, zipArchive()]), 'more in it'],
    ['a PNG and a ZIP archive', Buffer.concat([png, zipArchive()]), 'more in it'],
    ['a JPEG and a page', Buffer.concat([photo, Buffer.from(page)]), 'more in it'],
    ['a page in the comment of a JPEG', jpegWith(photo, 0xfe, Buffer.from(page)), 'more in it'],
    ['a script in the EXIF of a JPEG', jpegWith(photo, 0xe1, Buffer.from(`Exif\0\0${page}`)), 'more in it'],
    ['a page in the text of a PNG', await pngWith('tEXt', Buffer.from(`Title\0${page}`)), 'more in it'],
    ['a JPEG and a PDF', Buffer.concat([photo, Buffer.from('%PDF-1.4')]), 'more in it'],
    ['a JPEG and a PHP script', Buffer.concat([photo, Buffer.from('<?php system($_GET[0]);')]), 'more in it'],
    ['a JPEG of 4 billion pixels', jpegOfSize(photo, 65_535, 65_535), 'too many pixels'],
    ['a PNG of 900 million pixels', pngOfSize(png, 30_000, 30_000), 'too many pixels'],
    ['a real PNG of 25 million pixels', await flatPng(5000, 5000), 'too many pixels'],
    ['a JPEG of no pixels', jpegOfSize(photo, 0, 0), 'can’t open that photo'],
    ['a PNG of no pixels', pngOfSize(png, 0, 10), 'can’t open that photo'],
  ]
}

function flatPng(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
}

/** Photos that must be taken, although they are more than the simplest kind. */
export async function oddPhotos(): Promise<[name: string, bytes: Buffer][]> {
  const photo = await phonePhoto(400, 300)
  const spoilt = Buffer.from(photo)
  spoilt.fill(0x55, spoilt.length - 80, spoilt.length - 20)
  const film = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'.padEnd(5000, '\0'), 'latin1')
  return [
    ['a PNG', await toPng(400, 300)],
    [
      'a see-through PNG',
      await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    ],
    ['a PNG of 16 bits in gray', await plainPicture(40, 30).toColourspace('grey16').png().toBuffer()],
    ['a progressive JPEG', await plainPicture(400, 300).jpeg({ progressive: true }).toBuffer()],
    ['a JPEG of four colors', await plainPicture(400, 300).toColourspace('cmyk').jpeg().toBuffer()],
    ['one pixel', await plainPicture(1, 1).jpeg().toBuffer()],
    ['a very wide panorama', await plainPicture(12_000, 60).jpeg().toBuffer()],
    // The decoder fills missing parts with gray. Some phones make files with small faults.
    ['a photo with spoilt data', spoilt],
    ['a photo that stops halfway', jpegOfSize(photo, 400, 3000)],
    ['a photo with a film behind it', Buffer.concat([photo, film])],
    ['a photo with a second one behind it', Buffer.concat([photo, photo])],
  ]
}
