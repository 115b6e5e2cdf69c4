import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { photoBytes } from '../../contract/limits.ts'
import { accountHeader } from '../../contract/routes.ts'
import { createClock } from '../../server/clock.ts'
import { photoUrl } from '../../server/photos/photo-link.ts'
import { signReviewToken } from '../../server/photos/review-token.ts'
import { askOtherwise } from '../reliability/ask-otherwise.ts'
import { countLockWaits, duringTransaction } from '../support/lock-waits.ts'
import { newKnown } from '../support/leaving.ts'
import { book } from '../support/orders.ts'
import {
  openShop,
  personWith,
  refusalOf,
  send,
  signInAdministrator,
  signUp,
  type Person,
} from '../support/people.ts'
import { listFiles, photoRows, sendPhoto } from '../support/photo-uploads.ts'
import { insertReview } from '../support/reviews.ts'
import { badFiles, oddPhotos, phonePhoto } from '../support/sample-photos.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
let photo: Buffer

beforeAll(async () => {
  world = await startWorld()
  photo = await phonePhoto()
})
// All tests send from one network.
beforeEach(() => world.context.database.pool.query('delete from rate_limits'))
afterAll(() => world.stop())

/** An open review of a new customer, without an appointment. */
async function newReview(): Promise<{ reviewId: string; person: Person; id: string }> {
  const { person, id } = await newKnown(world)
  const reviewId = await insertReview(world.context.database.pool, { customerId: id })
  return { reviewId, person, id }
}

const imageAt = (path: string) => fetch(`${world.url}${path}`)

test('a photo of an appointment’s review is upright, small, without EXIF, and seen by its link', async () => {
  const { pool } = world.context.database
  const person = await signUp(world)
  const reviewId = await insertReview(pool, { appointmentId: await book(world, person) })
  await pool.query('update fitment_reviews set photo_asked_at = now(), photo_asked_note = $1 where id = $2', [
    'Please show the screen.',
    reviewId,
  ])
  const sent = await phonePhoto(3000, 2000)
  expect((await sharp(sent).metadata()).orientation).toBe(6)
  expect(sent.includes('Unmistakable')).toBe(true)

  const answer = await sendPhoto(world, reviewId, sent, { person })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.body).toMatchObject({ width: 1365, height: 2048, photosLeft: 2 })
  const { rows } = await pool.query(
    'select photo_asked_at, photo_asked_note from fitment_reviews where id = $1',
    [reviewId],
  )
  expect(rows).toEqual([{ photo_asked_at: null, photo_asked_note: null }])
  expect(await photoRows(world, reviewId)).toMatchObject({ photos: [{ id: answer.body.id }], planned: [] })

  const image = await imageAt(answer.body.url as string)
  expect(image.status).toBe(200)
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline; filename="photo.jpg"',
    'cache-control': 'private, max-age=600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  })
  const bytes = Buffer.from(await image.arrayBuffer())
  const { exif, icc, xmp, orientation, format, width, height } = await sharp(bytes).metadata()
  expect({ exif, icc, xmp, orientation, format, width, height }).toEqual({
    format: 'jpeg',
    width: 1365,
    height: 2048,
  })
  expect(bytes.includes('Unmistakable')).toBe(false)
  // Orientation 6 turns the left side up: red is above blue.
  const [top, bottom] = await Promise.all(
    [0, 2000].map((y) => sharp(bytes).extract({ left: 700, top: y, width: 1, height: 1 }).raw().toBuffer()),
  )
  expect([top![0]! > 200, bottom![2]! > 200]).toEqual([true, true])
})

test('the customer of a review alone may add, with a session or the token of the review', async () => {
  const { reviewId, person, id } = await newReview()
  const { shop } = await openShop(world, await signInAdministrator(world))
  const add = (sender: Parameters<typeof sendPhoto>[3], review = reviewId) =>
    sendPhoto(world, review, photo, sender)
  const token = signReviewToken(world.context, reviewId)
  const other = await newReview()

  expect(refusalOf(await add({ person: personWith(world, '') }))).toEqual([401, 'not_signed_in'])
  expect(refusalOf(await add({ person: await signUp(world) }))).toEqual([404, 'not_found'])
  expect(refusalOf(await add({ person: shop }))).toEqual([403, 'not_allowed'])
  expect(refusalOf(await add({ person: await signInAdministrator(world) }))).toEqual([403, 'not_allowed'])
  expect(refusalOf(await add({ person }, 'not-an-id'))).toEqual([404, 'not_found'])
  const drawnFor = (account: string) => ({ person, headers: { [accountHeader]: account } })
  expect(refusalOf(await add(drawnFor(other.id)))).toEqual([409, 'other_account'])
  const foreign = { person, headers: { origin: 'https://evil.example' } }
  expect(refusalOf(await add(foreign))).toEqual([403, 'foreign_origin'])
  expect((await photoRows(world, reviewId)).photos).toEqual([])

  expect((await add(drawnFor(id))).status).toBe(201)
  expect((await add({ token })).status).toBe(201)
  for (const wrong of [
    signReviewToken(world.context, other.reviewId),
    token.replace(/.(?=.{9}$)/, (sign) => (sign === 'A' ? 'B' : 'A')),
    '',
    'x',
    // The signature of another kind of link is no token.
    new URLSearchParams(photoUrl(world.context, reviewId)).get('signature') ?? '',
  ]) {
    expect([wrong, ...refusalOf(await add({ token: wrong }))]).toEqual([wrong, 404, 'link_not_valid'])
    // A session beside a wrong token does not count.
    expect((await add({ token: wrong, person })).status).toBe(404)
  }
  expect((await photoRows(world, reviewId)).photos).toHaveLength(2)
})

test('a request that was sent signed out takes photos by its token, which ends after 30 days', async () => {
  const { context } = world
  const reviewId = await insertReview(context.database.pool)
  const token = signReviewToken(context, reviewId)
  expect((await sendPhoto(world, reviewId, photo, { token })).status).toBe(201)
  const at = (daysAgo: number) => {
    const clock = createClock(context.clock.now() - Date.now() - daysAgo * 86_400_000)
    return signReviewToken({ ...context, clock }, reviewId)
  }
  expect((await sendPhoto(world, reviewId, photo, { token: at(29) })).status).toBe(201)
  expect(refusalOf(await sendPhoto(world, reviewId, photo, { token: at(31) }))).toEqual([
    404,
    'link_not_valid',
  ])
  // No session owns it.
  expect((await sendPhoto(world, reviewId, photo, { person: await signUp(world) })).status).toBe(404)
})

test('a fourth photo is taken when the shop asks for one, and none after the cancellation', async () => {
  const { pool } = world.context.database
  const person = await signUp(world)
  const appointmentId = await book(world, person)
  const reviewId = await insertReview(pool, { appointmentId })
  for (const left of [2, 1, 0])
    expect((await sendPhoto(world, reviewId, photo, { person })).body).toMatchObject({ photosLeft: left })
  expect(refusalOf(await sendPhoto(world, reviewId, photo, { person }))).toEqual([409, 'too_many_photos'])
  await pool.query(
    "update fitment_reviews set photo_asked_at = now(), photo_asked_note = 'Closer.' where id = $1",
    [reviewId],
  )
  expect((await sendPhoto(world, reviewId, photo, { person })).status).toBe(201)
  expect(refusalOf(await sendPhoto(world, reviewId, photo, { person }))).toEqual([409, 'too_many_photos'])
  await pool.query('delete from fitment_photos where review_id = $1', [reviewId])
  await pool.query("update appointments set state = 'cancelled' where id = $1", [appointmentId])
  expect(refusalOf(await sendPhoto(world, reviewId, photo, { person }))).toEqual([409, 'review_answered'])
})

test('no file but a photo is taken: each gets its sentence, and nothing is kept', async () => {
  const files = await listFiles(world)
  const unlike: unknown[] = []
  let review = await newReview()
  for (const [at, [name, bytes, sentence]] of (await badFiles()).entries()) {
    if (at % 25 === 24) review = await newReview()
    const type = at % 2 === 0 ? 'image/jpeg' : 'application/octet-stream'
    const { status, body } = await sendPhoto(world, review.reviewId, bytes, { ...review, type })
    if (status !== 422 || !String(body.error).includes(sentence)) unlike.push([name, status, body.error])
    expect((await photoRows(world, review.reviewId)).photos).toEqual([])
  }
  expect(unlike).toEqual([])
  expect(await listFiles(world)).toEqual(files)
  expect((await photoRows(world)).planned).toEqual([])
})

test('photos of less common kinds are taken', async () => {
  for (const [name, bytes] of await oddPhotos()) {
    const review = await newReview()
    const { status, body } = await sendPhoto(world, review.reviewId, bytes, review)
    expect([name, status, body.error]).toEqual([name, 201, undefined])
    const stored = Buffer.from(await (await imageAt(body.url as string)).arrayBuffer())
    const { format, width, height, space } = await sharp(stored).metadata()
    expect([name, format, space]).toEqual([name, 'jpeg', space === 'b-w' ? 'b-w' : 'srgb'])
    expect(Math.max(width, height)).toBeLessThanOrEqual(2048)
  }
})

test('a file has 12 MB at most, whether its length is declared or not', async () => {
  const review = await newReview()
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
  const streamed = (size: number) => new Blob([new Uint8Array(padded(size))]).stream()
  for (const tooLarge of [padded(photoBytes + 1), streamed(photoBytes + 1), streamed(2 * photoBytes)]) {
    const answer = await sendPhoto(world, review.reviewId, tooLarge, review)
    expect(refusalOf(answer)).toEqual([413, 'too_large'])
    expect(answer.body.error).toBe('Files can have up to 12 MB.')
  }
  expect((await sendPhoto(world, review.reviewId, padded(photoBytes), review)).status).toBe(201)
  expect((await sendPhoto(world, review.reviewId, streamed(photoBytes), review)).status).toBe(201)
})

test('a body of another type is no photo, and other calls take no file', async () => {
  const review = await newReview()
  for (const type of ['text/html', 'multipart/form-data; boundary=x', 'application/json', 'text/plain']) {
    const answer = await sendPhoto(world, review.reviewId, photo, { ...review, type })
    expect([type, ...refusalOf(answer)]).toEqual([type, 415, 'not_json'])
    expect(answer.body.error).toBe('Please send the file of a photo.')
  }
  const elsewhere = await send(world, 'POST', '/api/auth/sign-in/email', {
    body: 'x',
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(refusalOf(elsewhere)).toEqual([415, 'not_json'])
})

test('a review takes 3 photos, and none once it is answered', async () => {
  const review = await newReview()
  const left = []
  for (const _ of [1, 2, 3])
    left.push((await sendPhoto(world, review.reviewId, photo, review)).body.photosLeft)
  expect(left).toEqual([2, 1, 0])
  expect(refusalOf(await sendPhoto(world, review.reviewId, photo, review))).toEqual([409, 'too_many_photos'])

  const answered = await newReview()
  const { pool } = world.context.database
  await pool.query(`update fitment_reviews set outcome = 'fits', answered_at = now() where id = $1`, [
    answered.reviewId,
  ])
  expect(refusalOf(await sendPhoto(world, answered.reviewId, photo, answered))).toEqual([
    409,
    'review_answered',
  ])
})

/** Sends five photos that are all stored before one of them is counted. Returns their statuses. */
async function raceFive(
  to: Pick<World, 'url'>,
  review: { reviewId: string; person: Person },
): Promise<number[]> {
  const { pool } = world.context.database
  const sent = duringTransaction(pool, async (client) => {
    await client.query('lock table fitment_photos in share mode')
    const uploads = [1, 2, 3, 4, 5].map(() => sendPhoto(to, review.reviewId, photo, review))
    await expect.poll(() => countLockWaits(pool)).toBe(5)
    return { uploads }
  })
  return (await Promise.all((await sent).uploads))
    .map(({ status }) => status)
    .sort((one, other) => one - other)
}

test('of five photos at once three are kept, and the files of the others are deleted', async () => {
  const review = await newReview()
  const before = await listFiles(world)
  expect(await raceFive(world, review)).toEqual([201, 201, 201, 409, 409])
  const { photos, planned } = await photoRows(world, review.reviewId)
  expect([photos.length, planned]).toEqual([3, []])
  const kept = photos.map(({ id }) => `${id}.jpg`)
  expect((await listFiles(world)).filter((name) => !before.includes(name))).toEqual(kept)
})

test('control: without the row lock five photos at once are all kept', async () => {
  const unguarded = await world.addProcess()
  askOtherwise(unguarded.context.database, (text) => text.replace(/ for update$/, ''))
  expect(await raceFive(unguarded, await newReview())).toEqual([201, 201, 201, 201, 201])
})

test('thirty uploads in an hour are enough for one review', async () => {
  const review = await newReview()
  const statuses = []
  for (let sent = 0; sent < 31; sent += 1)
    statuses.push((await sendPhoto(world, review.reviewId, Buffer.from('no'), review)).status)
  expect(statuses.slice(0, 30).every((status) => status === 422)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
})

test('a network that has sent 120 files within 10 minutes waits', async () => {
  const { pool } = world.context.database
  const review = await newReview()
  await sendPhoto(world, review.reviewId, photo, review)
  await pool.query(
    `update rate_limits set count = 120 where key like 'add-photo:%.%' or key like 'add-photo:%::%'`,
  )
  const answer = await sendPhoto(world, review.reviewId, photo, review)
  expect(refusalOf(answer)).toEqual([429, 'too_many_requests'])
})

test('a link shows one photo for 10 minutes, and no forged one does', async () => {
  const review = await newReview()
  const [first, second] = await Promise.all(
    [1, 2].map(
      async () =>
        (await sendPhoto(world, review.reviewId, photo, review)).body as { id: string; url: string },
    ),
  )
  const { url, id } = first!
  const later = { ...world.context, clock: createClock(-601_000) }
  const forged = {
    'another photo': url.replace(id, second!.id),
    'a later end': url.replace(/expires=\d+/, (end) => `expires=${Number(end.slice(8)) + 60}`),
    'no signature': url.replace(/signature=.*/, `signature=${'A'.repeat(32)}`),
    'an ended link': photoUrl(later, id),
    'a malformed id': url.replace(id, 'not-an-id'),
  }
  for (const [name, path] of Object.entries(forged)) {
    const answer = await imageAt(path)
    expect([name, ...refusalOf(answer)]).toEqual([name, 404, 'link_not_valid'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expect((await imageAt(`/api/photos/${id}`)).status).toBe(400)
  expect((await imageAt(url)).status).toBe(200)
  await world.context.database.pool.query('update fitment_photos set deleted_at = now() where id = $1', [id])
  expect(refusalOf(await imageAt(photoUrl(world.context, id)))).toEqual([404, 'not_found'])
})

test('the file of own data lists the photos with their links', async () => {
  const review = await newReview()
  await sendPhoto(world, review.reviewId, photo, review)
  const { photos } = (await review.person.get('/api/account/data')).body
  expect(photos).toEqual([
    expect.objectContaining({
      width: 1200,
      height: 1600,
      deletedAt: null,
      link: expect.any(String) as string,
    }),
  ])
  expect((await fetch(photos[0].link)).status).toBe(200)
})
