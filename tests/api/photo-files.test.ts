import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SANDBOX_STORAGE } from '../../sandbox/object-storage/storage-routes.ts'
import { photoUrl } from '../../server/photos/photo-link.ts'
import { planDeletion } from '../../server/photos/photo-deletions.ts'
import { signReviewToken } from '../../server/photos/review-token.ts'
import { openSandbox, type OpenSandbox } from '../sandbox/open-sandbox.ts'
import { leave, newKnown } from '../support/leaving.ts'
import { book } from '../support/orders.ts'
import { signUp } from '../support/people.ts'
import { listFiles, photoRows, sendPhoto } from '../support/photo-uploads.ts'
import { insertReview } from '../support/reviews.ts'
import { phonePhoto } from '../support/sample-photos.ts'
import { startWorld, type World } from '../support/start-world.ts'

/** A world that keeps its photos in a folder, one that keeps them in a bucket, and the host of the bucket. */
let local: World
let remote: World
let host: OpenSandbox
let photo: Buffer

beforeAll(async () => {
  host = await openSandbox()
  const { keyId, secret, bucket } = SANDBOX_STORAGE
  local = await startWorld()
  remote = await startWorld({
    S3_ENDPOINT: host.url('/s3'),
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secret,
  })
  photo = await phonePhoto(200, 150)
})
afterEach(async () => {
  await host.post('/sandbox/storage', { mode: 'normal' })
})
afterAll(async () => {
  await local?.stop()
  await remote?.stop()
  await host?.close()
})

const days = 86_400

type Sent = { reviewId: string; photoId: string }

/** A new review with one photo. */
async function sendOne(world: World, owner: { customerId?: string; appointmentId?: string }): Promise<Sent> {
  const reviewId = await insertReview(world.context.database.pool, owner)
  const answer = await sendPhoto(world, reviewId, photo, { token: signReviewToken(world.context, reviewId) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { reviewId, photoId: answer.body.id as string }
}

async function statusOf({ url, context }: World, { photoId }: Sent): Promise<number> {
  return (await fetch(`${url}${photoUrl(context, photoId)}`)).status
}

async function answer(world: World, { reviewId }: Sent, outcome: string): Promise<void> {
  await world.context.database.pool.query(
    'update fitment_reviews set outcome = $1, answered_at = $2 where id = $3',
    [outcome, new Date(world.context.clock.now()), reviewId],
  )
}

async function isKept(world: World, { reviewId, photoId }: Sent): Promise<boolean> {
  const { photos } = await photoRows(world, reviewId)
  const inFolder = (await listFiles(world)).includes(`${photoId}.jpg`)
  expect(photos[0]?.deleted_at === null).toBe(inFolder)
  return inFolder
}

test('files go 90 days after an answer that sells nothing, and 120 days after an appointment', async () => {
  const world = local
  const { pool } = world.context.database
  const person = await signUp(world)
  const appointments: Sent[] = []
  for (const [day, state] of ['completed', 'cancelled', 'booked'].entries()) {
    const date = `${world.bookableDays()[day]} 09:00`
    const appointmentId = await book(world, person, { date })
    const sent = await sendOne(world, { appointmentId })
    await answer(world, sent, 'fits')
    const at = (hours: number) => new Date(world.context.clock.now() + hours * 3_600_000)
    await pool.query('update appointments set state = $1, starts_at = $2, ends_at = $3 where id = $4', [
      state,
      at(2 * day),
      at(2 * day + 1),
      appointmentId,
    ])
    appointments.push(sent)
  }
  const refused: Sent[] = []
  for (const outcome of ['does_not_fit', 'activation_only', 'withdrawn', 'unanswered', 'fits']) {
    const sent = await sendOne(world, {})
    await answer(world, sent, outcome)
    refused.push(sent)
  }
  const open = await sendOne(world, {})
  const keptOf = (sent: readonly Sent[]) => Promise.all(sent.map((one) => isKept(world, one)))

  await world.advance(89 * days)
  expect(await keptOf(refused)).toEqual([true, true, true, true, true])
  await world.advance(1 * days + 60)
  await world.runJobs()
  expect(await keptOf(refused)).toEqual([false, false, false, false, false])
  expect(await keptOf([...appointments, open])).toEqual([true, true, true, true])
  await world.advance(29 * days)
  await world.runJobs()
  expect(await keptOf(appointments)).toEqual([true, true, true])
  await world.advance(1 * days + 5 * 3600)
  await world.runJobs()
  // A booked one stays: its shop may still charge it.
  expect(await keptOf([...appointments, open])).toEqual([false, false, true, true])
  expect(await statusOf(world, appointments[0]!)).toBe(404)
})

test('the photos of a deleted account go at once, those of others stay', async () => {
  const world = local
  const [leaving, staying] = [await newKnown(world), await newKnown(world)]
  const own = await sendOne(world, { customerId: leaving.id })
  const other = await sendOne(world, { customerId: staying.id })
  expect((await leave(leaving.person)).status).toBe(200)
  await world.runJobs()
  expect([await isKept(world, own), await isKept(world, other)]).toEqual([false, true])
  expect((await photoRows(world)).planned).toEqual([])
})

test('an account is deleted while the storage is away, and its photos once the storage is back', async () => {
  const world = remote
  const known = await newKnown(world)
  const own = await sendOne(world, { customerId: known.id })
  expect(await statusOf(world, own)).toBe(200)
  await host.post('/sandbox/storage', { mode: 'down' })
  expect((await leave(known.person)).status).toBe(200)
  await world.runJobs()
  expect((await photoRows(world, own.reviewId)).photos[0]?.deleted_at).toBeNull()
  await host.post('/sandbox/storage', { mode: 'normal' })
  await world.runJobs()
  expect(await photoRows(world, own.reviewId)).toMatchObject({
    photos: [{ deleted_at: expect.any(Date) as Date }],
    planned: [],
  })
  expect(await world.context.storage.get(`photos/${own.photoId}.jpg`)).toBeNull()
})

test.each(['down', 'error', 'busy'])(
  'while the storage has the fault %s nothing is added or shown, and the log says so',
  async (mode) => {
    const world = remote
    const known = await newKnown(world)
    const shown = await sendOne(world, { customerId: known.id })
    await host.post('/sandbox/storage', { mode })
    const before = world.logLines.length
    const { status, body, headers } = await sendPhoto(world, shown.reviewId, photo, known)
    expect([status, headers.get('x-refusal'), headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    expect(body.error).toBe('Photos are not available at the moment. Please try again shortly.')
    expect((await photoRows(world, shown.reviewId)).photos).toHaveLength(1)
    expect(await statusOf(world, shown)).toBe(503)
    expect(world.logLines.slice(before).join('')).toContain('the storage of files failed')
  },
)

test('the file of an upload that ended without a row is deleted after an hour', async () => {
  const world = remote
  const { context } = world
  await world.advance(2 * 3600)
  await world.runJobs()
  expect((await photoRows(world)).planned).toEqual([])
  const id = '019a0000-0000-7000-8000-000000000001'
  await planDeletion(context, id, `photos/${id}.jpg`)
  await context.storage.put(`photos/${id}.jpg`, photo, 'image/jpeg')
  await world.advance(3500)
  await world.runJobs()
  expect(await context.storage.get(`photos/${id}.jpg`)).toEqual(photo)
  await world.advance(200)
  await world.runJobs()
  expect(await context.storage.get(`photos/${id}.jpg`)).toBeNull()
  expect((await photoRows(world)).planned).toEqual([])
})

test('a folder that cannot be written refuses photos, and the rest of the product goes on', async () => {
  const world = await startWorld()
  try {
    await writeFile(join(world.context.config.dataDir, 'files'), 'not a folder')
    const known = await newKnown(world)
    const reviewId = await insertReview(world.context.database.pool, { customerId: known.id })
    const { status } = await sendPhoto(world, reviewId, photo, known)
    expect([status, (await known.person.get('/api/account')).status]).toEqual([503, 200])
    expect((await photoRows(world, reviewId)).photos).toEqual([])
  } finally {
    await world.stop()
  }
})
