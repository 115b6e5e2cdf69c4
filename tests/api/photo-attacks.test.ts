import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { photoBytes } from '../../contract/limits.ts'
import { newKnown, type Known } from '../support/leaving.ts'
import { listFiles, photoRows, sendPhoto } from '../support/photo-uploads.ts'
import { insertReview } from '../support/reviews.ts'
import { phonePhoto } from '../support/sample-photos.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let photo: Buffer

beforeAll(async () => {
  world = await startWorld()
  photo = await phonePhoto(400, 300)
})
beforeEach(() => world.context.database.pool.query('delete from rate_limits'))
afterAll(() => world.stop())

type Review = Known & { reviewId: string }

async function newReview(): Promise<Review> {
  const known = await newKnown(world)
  return { ...known, reviewId: await insertReview(world.context.database.pool, { customerId: known.id }) }
}

/** The head of an upload, with a body of this length to come. */
function headOf({ reviewId, person }: Review, length: number | string): string {
  const lines = [
    `POST /api/fitment-reviews/${reviewId}/photos HTTP/1.1`,
    `Host: ${new URL(world.url).host}`,
    'Content-Type: image/jpeg',
    typeof length === 'number' ? `Content-Length: ${length}` : length,
    ...(person.cookie === '' ? [] : [`Cookie: ${person.cookie}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

type Opened = { socket: Socket; heard: () => string; closed: Promise<unknown> }

async function open(...parts: (string | Buffer)[]): Promise<Opened> {
  const { hostname, port } = new URL(world.url)
  const socket = connect({ host: hostname, port: Number(port) })
  let text = ''
  socket.on('data', (part) => (text += String(part)))
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  for (const part of parts) socket.write(part)
  return { socket, heard: () => text, closed }
}

const statusIn = ({ heard }: Opened): string => /^HTTP\/1\.1 (\d+)/.exec(heard())?.[1] ?? ''

async function expectNothingKept({ reviewId }: Review): Promise<void> {
  expect(await photoRows(world, reviewId)).toEqual({ photos: [], planned: [] })
}

test('a caller who may not add is answered before the body is sent', async () => {
  const review = await newReview()
  const stranger = { ...review, person: (await newKnown(world)).person }
  const visitor = { ...review, person: { ...review.person, cookie: '' } }
  for (const [asked, status] of [
    [headOf(stranger, photoBytes), '404'],
    [headOf(visitor, photoBytes), '401'],
    [headOf(review, photoBytes + 1), '413'],
    [headOf(review, 2 ** 40), '413'],
  ] as const) {
    const opened = await open(asked)
    await expect.poll(() => statusIn(opened)).toBe(status)
    opened.socket.destroy()
  }
  await expectNothingKept(review)
})

test('a body that comes slowly, or never ends, is answered with 408', async () => {
  const usual = world
  world = await startWorld({ REQUEST_TIMEOUT_SECONDS: '1' })
  try {
    const review = await newReview()
    const slow = await open(headOf(review, photo.length), photo.subarray(0, 100))
    const dripping = setInterval(() => slow.socket.write('x'), 50)
    const endless = await open(headOf(review, 'Transfer-Encoding: chunked'), '4\r\nabcd\r\n')
    await Promise.all([slow.closed, endless.closed])
    clearInterval(dripping)
    expect([statusIn(slow), statusIn(endless)]).toEqual(['408', '408'])
    await expectNothingKept(review)
  } finally {
    await world.stop()
    world = usual
  }
})

test('a body that is shorter or longer than it says is no photo, and no second request', async () => {
  const review = await newReview()
  const broken = await open(headOf(review, photo.length), photo.subarray(0, photo.length - 10))
  broken.socket.end()
  await broken.closed
  const cut = await open(headOf(review, photo.length - 10), photo)
  await cut.closed
  expect(statusIn(cut)).toBe('400')
  const doubled = `Content-Length: ${photo.length}\r\nContent-Length: 5`
  const chunked = `Content-Length: ${photo.length}\r\nTransfer-Encoding: chunked`
  for (const length of [doubled, chunked, 'Content-Length: -1', 'Content-Length: 1e3']) {
    const opened = await open(headOf(review, length), photo)
    await opened.closed
    expect([length, statusIn(opened)]).toEqual([length, '400'])
  }
  await expectNothingKept(review)
})

test('photos in flight take 96 MB of a process at most, and give it back', async () => {
  const other = await newReview()
  /** The status of a file that is refused once there is room for it. */
  const probe = async () => {
    await world.context.database.pool.query('delete from rate_limits')
    return (await sendPhoto(world, other.reviewId, Buffer.from('no photo'), other)).status
  }
  // Each time for another review, because a review has a limit of its own.
  const openMany = async () => {
    const holder = await newReview()
    return Promise.all(Array.from({ length: 16 }, () => open(headOf(holder, photoBytes))))
  }
  const destroyAll = (all: Opened[]) => all.forEach(({ socket }) => socket.destroy())
  expect(await probe()).toBe(422)
  for (const _ of ['first', 'again']) {
    const held = await openMany()
    await expect.poll(() => held.map(statusIn).filter((status) => status === '503').length).toBe(8)
    expect(await probe()).toBe(503)
    destroyAll(held)
    await expect.poll(probe, { interval: 20 }).toBe(422)
    // Broken off before or while the body is read.
    destroyAll(await openMany())
    await expect.poll(() => world.context.telemetry.underWay.since(performance.now()).length).toBe(0)
  }
  expect((await sendPhoto(world, other.reviewId, photo, other)).status).toBe(201)
})

test('a hundred uploads at once leave 3 photos of a review and no other file', async () => {
  const reviews = await Promise.all(Array.from({ length: 5 }, newReview))
  const before = (await listFiles(world)).length
  const answers = await Promise.all(
    reviews.flatMap((review) =>
      Array.from({ length: 20 }, () => sendPhoto(world, review.reviewId, photo, review)),
    ),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(201), count(409)]).toEqual([15, 85])
  expect((await listFiles(world)).length - before).toBe(15)
  expect((await photoRows(world)).planned).toEqual([])
})
