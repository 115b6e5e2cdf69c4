import type { Pool } from 'pg'
import { wallClock } from '../../contract/time.ts'
import { shopZone } from '../support/start-world.ts'
import type { Chance } from './chance.ts'
import type { Told } from './slot-crowd.ts'

/** The wish of one caller: a package at a start of the round's day, in the shop's local time. */
export type Wish = { hour: number; productId: number }

const hoursOf: Record<number, number> = { 1: 3, 2: 4, 3: 5 }
const [opens, closes] = [9, 17]

export const roundKinds = ['one wish', 'three lengths', 'around one hour', 'whole day'] as const
export type RoundKind = (typeof roundKinds)[number]

const fits = ({ hour, productId }: Wish): boolean => hour + (hoursOf[productId] ?? 0) <= closes

const everyWish: readonly Wish[] = Array.from({ length: closes - opens }, (_, index) => opens + index)
  .flatMap((hour) => [1, 2, 3].map((productId) => ({ hour, productId })))
  .filter(fits)

/**
 * The wishes of a round. In all kinds but `whole day` any two wishes overlap, so that exactly as many can
 * succeed as the shop has bays.
 */
export function drawWishes(kind: RoundKind, callers: number, chance: Chance): Wish[] {
  const one = chance.pick(everyWish)
  const noon = chance.between(opens, closes - 1)
  const wanted = everyWish.filter((wish) => {
    switch (kind) {
      case 'one wish':
        return wish === one
      case 'three lengths':
        return wish.hour === one.hour
      case 'around one hour':
        return wish.hour <= noon && noon < wish.hour + (hoursOf[wish.productId] ?? 0)
      case 'whole day':
        return true
    }
  })
  return Array.from({ length: callers }, () => chance.pick(wanted))
}

export type Round = { kind: RoundKind; shopId: number; bays: number; day: string; wishes: readonly Wish[] }

type Row = { id: string; bay_id: number; starts_at: Date; ends_at: Date; state: string; package_id: number }

/** The refusal of a caller who comes too late. */
const takenMessage = 'That time was just taken. Choose another.'

/** The faults of a round once every caller has an answer, in the rows and in the answers. */
export async function judgeRound(pool: Pool, round: Round, told: readonly Told[]): Promise<string[]> {
  const instantOf = wallClock(round.day, shopZone)
  const timesOf = ({ hour, productId }: Wish): [from: number, to: number] => {
    const from = instantOf(hour * 60) ?? Number.NaN
    return [from, from + (hoursOf[productId] ?? 0) * 3_600_000]
  }
  const { rows } = await pool.query<Row>(
    `select a.* from appointments a where a.shop_id = $1
      and (a.starts_at at time zone $3)::date = $2::date and a.state not in ('cancelled', 'released')`,
    [round.shopId, round.day, shopZone],
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const found: string[] = []
  const won = told.filter(({ status }) => status === 201).length
  if (rows.length !== won) found.push(`${won} answers say won, and ${rows.length} appointments are there`)
  if (round.kind !== 'whole day' && won !== Math.min(round.bays, told.length))
    found.push(`${won} of ${told.length} won ${round.bays} bays`)
  for (const [index, { status, body }] of told.entries()) {
    const wish = round.wishes[index] ?? { hour: 0, productId: 0 }
    const [from, to] = timesOf(wish)
    const says = `package ${wish.productId} at ${wish.hour}`
    if (status === 201) {
      const row = rowOf.get(body.id ?? '')
      const isSo =
        row?.state === 'booked' &&
        row.package_id === wish.productId &&
        row.starts_at.getTime() === from &&
        row.ends_at.getTime() === to
      if (!isSo) found.push(`${says} was won, and ${body.id} is ${JSON.stringify(row)}`)
    } else if (status === 409 && body.error === takenMessage) {
      const takenBays = rows.filter((row) => row.starts_at.getTime() < to && from < row.ends_at.getTime())
      if (new Set(takenBays.map((row) => row.bay_id)).size < round.bays)
        found.push(`${says} was refused as taken, and a bay is free then`)
    } else found.push(`${says} was answered ${status} ${JSON.stringify(body)}`)
  }
  return found.map((sentence) => `${round.kind} on ${round.day} at shop ${round.shopId}: ${sentence}`)
}
