import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFolder, projectFolder } from '../../scripts/build-fingerprint.ts'
import type { RenderRequest } from '../../server/workshop/sheets/render-in-worker.ts'
import { openServerStage, type ServerProcess, type ServerStage } from '../reliability/server-stage.ts'
import { signUp } from '../support/people.ts'
import { sendPhoto } from '../support/photo-uploads.ts'
import { insertReview } from '../support/reviews.ts'
import { phonePhoto } from '../support/sample-photos.ts'
import { createTestDatabase } from '../support/test-database.ts'

let folder: string
let databaseUrl: string
let stage: ServerStage
let server: ServerProcess

// The container holds these two only.
beforeAll(async () => {
  databaseUrl = await createTestDatabase()
  stage = await openServerStage({ DATABASE_URL: databaseUrl })
  folder = await mkdtemp(join(tmpdir(), 'dashfit-built-'))
  await cp(buildFolder, join(folder, 'dist'), { recursive: true })
  await cp(join(projectFolder, 'package.json'), join(folder, 'package.json'))
  server = await stage.launch({ program: join(folder, 'dist/server/main.js') })
})
afterAll(async () => {
  await stage?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('without node_modules the built server answers pages, calls, and the documentation of its calls', async () => {
  const answered = await Promise.all(
    ['/', '/login', '/api/config', '/api/openapi.json', '/api/docs/static/index.html'].map(async (path) => {
      const { status } = await fetch(server.url + path)
      return `${path} ${status}`
    }),
  )
  expect(answered).toEqual([
    '/ 200',
    '/login 200',
    '/api/config 200',
    '/api/openapi.json 200',
    '/api/docs/static/index.html 200',
  ])
})

test('without node_modules the built server encodes photos, with the library that was copied into dist', async () => {
  const person = await signUp(server)
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const { rows } = await pool.query<{ id: string }>('select id from users where email = $1', [person.email])
  const reviewId = await insertReview(pool, { customerId: rows[0]?.id ?? '' })
  await pool.end()
  const added = await sendPhoto(server, reviewId, await phonePhoto(300, 200), { person })
  expect([added.status, added.body.width, added.body.height]).toEqual([201, 200, 300])
  const shown = await fetch(`${server.url}${added.body.url as string}`)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('without node_modules the built server signs people up, sends mail, and stops in order', async () => {
  const { email } = await signUp(server)
  const mails = async () => {
    const answer = await fetch(`${stage.sandboxUrl}/sandbox/mailbox.json?to=${encodeURIComponent(email)}`)
    return (await answer.json()) as { subject: string }[]
  }
  await expect.poll(mails).toHaveLength(1)
  server.child.kill('SIGTERM')
  expect(await server.ended, server.output()).toBe(0)
})

test('without node_modules the built worker renders a sheet, with fonts that were copied into dist', async () => {
  const worker = new Worker(join(folder, 'dist/server/sheet-worker.js'))
  const head = { title: 'Receipt', subtitle: 'No. 1', shop: ['Retrofit West'], jobUrl: null }
  const facts = [{ label: 'Customer', lines: ['Casey Rivera'] }]
  const sheet = { ...head, facts, amounts: [], lists: [], signature: null, footer: '' }
  worker.postMessage({ sheet, pageSize: 'letter' } satisfies RenderRequest, [])
  const [pdf] = (await once(worker, 'message')) as [Uint8Array]
  await worker.terminate()
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
})
