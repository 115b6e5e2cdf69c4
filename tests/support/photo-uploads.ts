import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reviewTokenHeader } from '../../contract/routes.ts'
import type { Answer, Person } from './people.ts'
import type { World } from './start-world.ts'

type Sender = { person?: Person; token?: string; type?: string; headers?: Record<string, string> }

/** Sends a file to a review, as a page does: with a session, or with the token of the review. */
export async function sendPhoto(
  { url }: Pick<World, 'url'>,
  reviewId: string,
  bytes: Buffer | ReadableStream,
  { person, token, type = 'image/jpeg', headers = {} }: Sender,
): Promise<Answer> {
  const isStream = bytes instanceof ReadableStream
  const init: RequestInit = {
    method: 'POST',
    headers: {
      ...(type === '' ? {} : { 'content-type': type }),
      ...(person && person.cookie !== '' ? { cookie: person.cookie } : {}),
      ...(token === undefined ? {} : { [reviewTokenHeader]: token }),
      ...headers,
    },
    body: isStream ? bytes : new Uint8Array(bytes),
    ...(isStream ? { duplex: 'half' } : {}),
  }
  const response = await fetch(`${url}/api/fitment-reviews/${reviewId}/photos`, init)
  return { status: response.status, body: await response.json(), headers: response.headers }
}

/** The names of the photos in the folder of a world. */
export async function listFiles({ context }: Pick<World, 'context'>): Promise<string[]> {
  const folder = join(context.config.dataDir, 'files/photos')
  return existsSync(folder) ? (await readdir(folder)).toSorted() : []
}

/** The rows about photos and planned deletions. */
export async function photoRows({ context }: Pick<World, 'context'>, reviewId?: string) {
  const { pool } = context.database
  const photos = await pool.query<{ id: string; deleted_at: Date | null; width: number; height: number }>(
    `select id, deleted_at, width, height from fitment_photos where review_id = coalesce($1, review_id) order by id`,
    [reviewId ?? null],
  )
  const planned = await pool.query<{ photo_id: string }>('select photo_id from photo_deletions')
  return { photos: photos.rows, planned: planned.rows.map(({ photo_id: id }) => id) }
}
