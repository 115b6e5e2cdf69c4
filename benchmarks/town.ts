import { Agent, get } from 'node:http'
import { Pool } from 'pg'
import type { Bench } from './bench.ts'
import { outsideOf } from './outside.ts'
import { createDatabase, dropDatabase, signInAdministrator, signUpCustomer, startServer } from './product.ts'
import { seedAppointments, wanted } from './seed-appointments.ts'

/** The built server over a database of so many appointments, with an administrator and a customer who have signed in. */
export type Town = {
  size: number
  url: string
  pid: number
  cookies: { administrator: string; customer: string }
  pool: Pool
  close(): Promise<void>
}

export async function openTown(bench: Bench, size: number): Promise<Town> {
  const name = `appointments_${size}`
  const databaseUrl = await createDatabase(bench, name)
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  const began = performance.now()
  await seedAppointments(pool, size, Date.now())
  bench.say(`${size} appointments written in ${Math.round((performance.now() - began) / 1000)} s`)
  const server = await startServer(bench, { name, databaseUrl, outside: await outsideOf(bench) })
  const email = 'thistlewood@example.test'
  const cookies = {
    administrator: await signInAdministrator(server),
    customer: await signUpCustomer(server, email),
  }
  await pool.query(
    'update appointments set customer_id = (select id from users where email = $1) where customer_name = $2',
    [email, wanted.name],
  )
  return {
    size,
    url: server.url,
    pid: server.pid,
    cookies,
    pool,
    close: async () => {
      await server.close()
      await pool.end()
      await dropDatabase(bench, name)
    },
  }
}

export type Answer = { text: string; total: string | undefined }
type Asked = { path: string; byCustomer?: boolean; lines?: number }

const connections = new Agent({ keepAlive: true })

/** Asks once, as the administrator or as the customer. Throws when the answer is no success. */
export function askTown({ url, cookies }: Town, { path, byCustomer, lines }: Asked): Promise<Answer> {
  const cookie = byCustomer === true ? cookies.customer : cookies.administrator
  return new Promise((resolve, reject) => {
    get(
      `${url}${path}`,
      { agent: lines === undefined ? connections : false, headers: { cookie } },
      (response) => {
        const header = response.headers['x-total-count']
        let [text, seen] = ['', 0]
        const done = () => resolve({ text, total: typeof header === 'string' ? header : undefined })
        response.setEncoding('utf8')
        response.on('data', (piece: string) => {
          text += piece
          if (lines === undefined) return
          seen += piece.split('\n').length - 1
          if (seen <= lines) return
          done()
          response.destroy()
        })
        response.on('end', () => {
          if (response.statusCode === 200) done()
          else reject(new Error(`${path} answered ${response.statusCode}: ${text}`))
        })
        response.on('error', (error) => reject(error))
      },
    ).on('error', reject)
  })
}
