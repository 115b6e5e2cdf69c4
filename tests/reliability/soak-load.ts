import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { orderFor } from '../support/orders.ts'
import type { Person } from '../support/people.ts'
import type { Chance } from './chance.ts'

/**
 * `booker` books and cancels without end, and no request reads that list: rows grow in the database, not in
 * the answers.
 */
export type SoakFixture = {
  url: string
  customer: Person
  booker: Person
  administrator: Person
  days: string[]
}

/** The requests of the load; each number is a weight. */
const requestWeights: Record<string, number> = {
  'free times': 30,
  'free days': 5,
  'own list': 15,
  packages: 10,
  page: 15,
  'list of all': 8,
  'no such page': 5,
  'not signed in': 5,
  'not understood': 5,
  'book and cancel': 1,
}
const program = Object.entries(requestWeights).flatMap(([what, share]) =>
  Array.from({ length: share }, () => what),
)

export type Load = {
  /** Every caller sends its next request after each answer, up to that count. Returns requests per second. */
  push(count: number): Promise<number>
  /**
   * Starts that many requests per second, without waiting for earlier ones, up to that count. Resolves when
   * all are answered.
   */
  pace(perSecond: number, count: number): Promise<void>
  answers: { count: number; booked: number; wrong: string[] }
  close(): void
}

export function openLoad(fixture: SoakFixture, chance: Chance): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const answers: Load['answers'] = { count: 0, booked: 0, wrong: [] }
  const email = encodeURIComponent(fixture.customer.email)

  const send = (method: string, path: string, cookie: string, body?: unknown): Promise<[number, string]> =>
    new Promise((done, fail) => {
      const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      const sent = request(`${fixture.url}${path}`, { agent, method, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => done([answer.statusCode ?? 0, text]))
        answer.on('error', fail)
      })
      sent.on('error', fail)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })

  const expectStatus = async (
    status: number,
    what: string,
    answer: Promise<[number, string]>,
  ): Promise<string> => {
    const [was, text] = await answer.catch((error: Error): [number, string] => [0, error.message])
    answers.count += 1
    if (was !== status) answers.wrong.push(`${what} was answered ${was} ${text.slice(0, 200)}`)
    return was === status ? text : ''
  }

  const bookAndCancel = async (): Promise<void> => {
    const date = `${chance.pick(fixture.days)} ${String(chance.between(9, 12)).padStart(2, '0')}:00`
    const order = orderFor({ bookableDays: () => fixture.days }, { date })
    const [status, text] = await send('POST', '/api/appointments', fixture.booker.cookie, order)
    answers.count += 1
    // Another caller may be in every bay just now.
    if (status === 409) return
    if (status !== 201)
      return void answers.wrong.push(`a booking was answered ${status} ${text.slice(0, 200)}`)
    answers.booked += 1
    const { id } = JSON.parse(text) as { id: string }
    const cancelled = send('PATCH', `/api/appointments/${id}`, fixture.booker.cookie, { status: 'cancelled' })
    await expectStatus(200, 'a cancellation', cancelled)
  }

  const ask: Record<string, () => Promise<unknown>> = {
    'free times': () => get(200, `/api/appointments/availability?date=${chance.pick(fixture.days)}&shopId=5`),
    'free days': () => get(200, `/api/appointments/availability?date=${fixture.days[0]}&shopId=5&days=14`),
    'own list': () => get(200, `/api/appointments/user/${email}`, fixture.customer.cookie),
    packages: () => get(200, '/api/packages'),
    page: () => get(200, chance.pick(['/', '/login', '/scheduler', '/admin'])),
    'list of all': () => get(200, '/api/admin/appointments?limit=50', fixture.administrator.cookie),
    'no such page': () => get(404, `/no-such-page-${chance.below(1e6)}`),
    'not signed in': () => get(401, '/api/admin/appointments'),
    'not understood': () =>
      expectStatus(
        400,
        'nonsense',
        send('POST', '/api/appointments', fixture.customer.cookie, { amount: {} }),
      ),
    'book and cancel': bookAndCancel,
  }
  const get = (status: number, path: string, cookie = ''): Promise<string> =>
    expectStatus(status, path, send('GET', path, cookie))
  const askOne = async (): Promise<void> => void (await ask[chance.pick(program)]?.())

  return {
    answers,
    push: async (count) => {
      const begun = performance.now()
      let left = count
      const caller = async (): Promise<void> => {
        while (left-- > 0) await askOne()
      }
      await Promise.all(Array.from({ length: 16 }, caller))
      return count / ((performance.now() - begun) / 1000)
    },
    pace: async (perSecond, count) => {
      const begun = performance.now()
      const open = new Set<Promise<void>>()
      for (let sent = 0; sent < count;) {
        const due = ((performance.now() - begun) / 1000) * perSecond
        for (; sent < due && sent < count; sent++) {
          const one = askOne().finally(() => open.delete(one))
          open.add(one)
        }
        await wait(10)
        // Limits the burst of overdue requests after the machine stalled.
        if (open.size > 200) await Promise.race(open)
      }
      await Promise.all(open)
    },
    close: () => agent.destroy(),
  }
}
