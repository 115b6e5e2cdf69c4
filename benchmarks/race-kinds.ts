import { randomUUID } from 'node:crypto'
import type { Answer } from './caller.ts'
import { orderOf, type Market } from './market.ts'
import type { Asked } from './run-load.ts'

const callers = 50

/** One round for one bay: who asks for what, on which day it is, and how many of them may be told that they have it. */
export type Round = { requests: Request[]; day: string; sold: { least: number; most: number } }
type Request = Omit<Asked, 'expects'>

/** Where a round takes place: two days of a shop with one bay where nobody has booked yet. */
export type Place = { shopId: number; days: readonly [string, string] }

export type RaceKind = {
  name: string
  stage(market: Market, place: Place): Promise<Round>
  /** Whether an answer says that its caller has the time. */
  hasIt(told: Answer): boolean
}

type Order = ReturnType<typeof orderOf>

function orders(
  market: Market,
  { shopId }: Place,
  day: string,
  hours: readonly number[],
  count: number,
): Order[] {
  return Array.from({ length: count }, (_, n) =>
    orderOf(market, { n, shopId, day, hour: hours[n % hours.length] ?? 9 }),
  )
}

/** Books before the race and gives the appointment's address. */
async function bookBefore(
  market: Market,
  place: Place,
  day: string,
): Promise<{ path: string; cookie: string }> {
  const [order] = orders(market, place, day, [9], 1)
  if (!order) throw new Error('there is no order')
  const { method, headers, body = null } = order
  const answer = await fetch(`${market.server.url}${order.path}`, { method, headers, body })
  if (answer.status !== 201) throw new Error(`a booking before the race was answered ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  return { path: `/api/appointments/${id}`, cookie: headers['cookie'] ?? '' }
}

function change({ path, cookie }: { path: string; cookie: string }, body: object): Request {
  const headers = { cookie, 'content-type': 'application/json' }
  return { method: 'PATCH', path, headers, body: JSON.stringify(body) }
}

/** One among the others, neither first nor last. */
function among(others: readonly Request[], one: Request): Request[] {
  return others.toSpliced(Math.floor(others.length / 2), 0, one)
}

const isSold = ({ status }: Answer): boolean => status === 201

export const raceKinds: readonly RaceKind[] = [
  {
    name: 'one time',
    stage: async (market, place) => ({
      requests: orders(market, place, place.days[0], [9], callers),
      day: place.days[0],
      sold: { least: 1, most: 1 },
    }),
    hasIt: isSold,
  },
  {
    name: 'times that overlap',
    stage: async (market, place) => ({
      requests: orders(market, place, place.days[0], [9, 10, 11], callers),
      day: place.days[0],
      sold: { least: 1, most: 1 },
    }),
    hasIt: isSold,
  },
  {
    name: 'one who moves there against those who book it',
    stage: async (market, place) => {
      const [from, to] = place.days
      const booked = await bookBefore(market, place, from)
      const rest = orders(market, place, to, [9], callers - 1)
      return {
        requests: among(rest, change(booked, { date: to, time: '9:00' })),
        day: to,
        sold: { least: 1, most: 1 },
      }
    },
    hasIt: ({ status }) => status === 201 || status === 200,
  },
  {
    name: 'one who cancels it against those who book it',
    stage: async (market, place) => {
      const [day] = place.days
      const booked = await bookBefore(market, place, day)
      const rest = orders(market, place, day, [9], callers - 1)
      return {
        requests: among(rest, change(booked, { status: 'cancelled' })),
        day,
        // Whoever came before the cancellation came too late.
        sold: { least: 0, most: 1 },
      }
    },
    hasIt: isSold,
  },
  {
    name: 'one key fifty times',
    stage: async (market, place) => {
      const [first] = orders(market, place, place.days[0], [9], 1)
      if (!first) throw new Error('there is no order')
      const headers = { ...first.headers, 'idempotency-key': randomUUID() }
      return {
        requests: Array.from({ length: callers }, () => ({ ...first, headers })),
        day: place.days[0],
        sold: { least: callers, most: callers },
      }
    },
    hasIt: isSold,
  },
]
