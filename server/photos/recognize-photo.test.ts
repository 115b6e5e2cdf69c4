import { expect, test } from 'vitest'
import { Refusal } from '../../contract/refusals.ts'
import { recognizePhoto, type RecognizedPhoto } from './recognize-photo.ts'

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** The markers of a JPEG without a picture in it: this is about the structure alone. */
function jpeg({
  width = 100,
  height = 50,
  frame = 0xc0,
  scans = [3],
  metadata = [] as Buffer[],
  coded = Buffer.from([1, 0xff, 0x00, 2, 0xff, 0xd0, 3]),
} = {}): Buffer {
  const size = Buffer.from([
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    ...Array<number>(9).fill(0),
  ])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...metadata.map((content) => segment(0xe1, content)),
    segment(frame, size),
    ...scans.flatMap((components) => [segment(0xda, Buffer.from([components, 0, 0, 0])), coded]),
    Buffer.from([0xff, 0xd9]),
  ])
}

const chunk = (type: string, content = Buffer.alloc(0)): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
}

function png({ width = 100, height = 50, chunks = [chunk('IDAT', Buffer.alloc(9))], interlaced = 0 } = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[12] = interlaced
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IEND'),
  ])
}

function outcomeOf(bytes: Buffer): RecognizedPhoto | string {
  try {
    return recognizePhoto(bytes)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

test('the size is read from the frame of a JPEG and the header of a PNG', () => {
  expect(outcomeOf(jpeg())).toMatchObject({ width: 100, height: 50 })
  expect(outcomeOf(png())).toMatchObject({ width: 100, height: 50 })
})

test('a picture may have as many pixels as its decoder needs no memory for', () => {
  const tooMany = expect.stringContaining('too many pixels') as unknown
  const large = { width: 8160, height: 6120 }
  expect(outcomeOf(jpeg(large))).toMatchObject(large)
  expect(outcomeOf(jpeg({ width: 9000, height: 6120 }))).toEqual(tooMany)
  // Progressive, in several scans, or a PNG: the whole picture is in memory.
  expect(outcomeOf(jpeg({ ...large, frame: 0xc2 }))).toEqual(tooMany)
  expect(outcomeOf(jpeg({ ...large, scans: [1, 1, 1] }))).toEqual(tooMany)
  expect(outcomeOf(png(large))).toEqual(tooMany)
  expect(outcomeOf(png({ width: 0xffff_ffff, height: 0xffff_ffff }))).toEqual(tooMany)
  expect(outcomeOf(jpeg({ frame: 0xc2, scans: Array<number>(32).fill(1) }))).toMatchObject({ width: 100 })
  expect(outcomeOf(jpeg({ frame: 0xc2, scans: Array<number>(33).fill(1) }))).toEqual(tooMany)
})

test('every beginning of a file is refused and none fails otherwise', () => {
  for (const whole of [jpeg({ metadata: [Buffer.from('Exif')] }), png()])
    for (let length = 0; length < whole.length; length += 1)
      expect([length, typeof outcomeOf(whole.subarray(0, length))]).toEqual([length, 'string'])
})

test('spoilt structures are refused and none fails otherwise', () => {
  let seed = 1
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 3000; round += 1) {
    const spoilt = Buffer.from(round % 2 === 0 ? jpeg({ metadata: [Buffer.alloc(20, 7)] }) : png())
    for (let times = next(4); times >= 0; times -= 1) spoilt[next(spoilt.length)] = next(256)
    outcomeOf(spoilt)
  }
})

test('a page or an archive in the parts beside the picture is found, text that only looks like it is not', () => {
  const foreign = expect.stringContaining('more in it') as unknown
  for (const text of [
    '<html>',
    '<SCRIPT src=x>',
    '<?php echo 1',
    '<!DOCTYPE html',
    '<svg onload=x>',
    '%PDF-1.7',
  ])
    for (const bytes of [
      jpeg({ metadata: [Buffer.from(`Exif\0\0${text}`)] }),
      Buffer.concat([jpeg(), Buffer.from(text)]),
      png({ chunks: [chunk('IDAT'), chunk('tEXt', Buffer.from(text))] }),
      Buffer.concat([png(), Buffer.from(text)]),
    ])
      expect([text, outcomeOf(bytes)]).toEqual([text, foreign])
  for (const text of ['<x:xmpmeta><rdf:RDF>', '<htmlx', 'PK\x03\x04', 'GIF89a', 'ftypmp42'])
    expect(outcomeOf(jpeg({ metadata: [Buffer.from(text)] }))).toMatchObject({ width: 100 })
  // Coded data is random: nothing is looked for in it.
  expect(outcomeOf(jpeg({ coded: Buffer.from('<html>') }))).toMatchObject({ width: 100 })
})

test('3 MB of markers, of padding or of anything that is looked for take half a second at most', () => {
  const size = 3 * 1024 * 1024
  const fillers = [
    '\xFF\0',
    '\xFF\x01',
    '\xFF',
    '\xFF\xE1\0\x02',
    'PK\x05\x06',
    '<',
    '<script',
    '\0\0\0\0tEXt\0\0\0\0',
  ]
  for (const filler of fillers) {
    const filling = Buffer.alloc(size, filler, 'latin1')
    for (const bytes of [
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), filling]),
      Buffer.concat([jpeg(), filling]),
      Buffer.concat([png().subarray(0, 33), filling]),
      Buffer.concat([png(), filling]),
    ]) {
      const begun = performance.now()
      outcomeOf(bytes)
      const taken = performance.now() - begun
      expect([filler, taken < 500]).toEqual([filler, true])
    }
  }
})
