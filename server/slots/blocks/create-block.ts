import { v7 as uuid } from 'uuid'
import type { BlockedTime, BlockPreview, CreatedBlocks, NewBlock } from '../../../contract/blocks/blocks.ts'
import type { BusyTime } from '../../../contract/slots/free-slots.ts'
import { refuse } from '../../../contract/refusals.ts'
import { dayOf, formatInstantWithOffset, formatTimeOfDay, parseWallTime } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import { postgresCode } from '../../database/database-errors.ts'
import type { Queryable } from '../../database/open-database.ts'
import { requireStillInScope, type Actor } from '../../identity/sessions/shop-scope.ts'
import { lockShop } from '../find-free-bay.ts'
import { findBlockPlace, type BlockPlace } from './find-block-place.ts'
import { freePieces } from './free-pieces.ts'
import { daysOf, lastDayToWrite, rangeOnDay, writeDays } from './series.ts'
import { listTaken, type TakenTime } from './taken-times.ts'

/**
 * Keeps time of bays free of jobs, once or every week. Refuses as `findBlockPlace` does, with jobs in the way
 * as `jobs_in_the_way` unless the block goes around them, and as `already_blocked` when no time is left or a
 * weekly block meets another one.
 */
export async function createBlock(context: Context, actor: Actor, block: NewBlock): Promise<CreatedBlocks> {
  const now = context.clock.now()
  return context.database
    .transaction(async (tx) => {
      await lockShop(tx, block.shopId)
      const place = await findBlockPlace(tx, actor.scope, block, now)
      await requireStillInScope(tx, actor.scope, place.shopId)
      const asked = { place, block, actorId: actor.id, at: new Date(now) }
      return block.weekly === true ? createSeries(tx, asked) : createOnce(tx, asked)
    })
    .catch(refuseTakenTime)
}

/** A job or a block that was written without the shop's lock: the exclusion constraint decides. */
function refuseTakenTime(error: unknown): never {
  if (postgresCode(error) !== '23P01') throw error
  return refuse('jobs_in_the_way', { field: 'from', sentence: 'That time was just taken. Look again.' })
}

type Asked = { place: BlockPlace; block: NewBlock; actorId: string; at: Date }

async function createOnce(tx: Queryable, { place, block, actorId, at }: Asked): Promise<CreatedBlocks> {
  const taken = await listTaken(tx, place)
  const jobs = taken.filter(({ appointmentId }) => appointmentId !== null)
  if (block.around !== true) requireNoJobs(jobs.length)
  const pieces = place.bayIds.flatMap((bayId) =>
    freePieces(
      place,
      taken.filter((each) => each.bayId === bayId),
    ).map((piece) => ({ bayId, ...piece })),
  )
  if (pieces.length === 0)
    refuse('already_blocked', {
      field: 'from',
      ...(jobs.length > 0 && { sentence: 'Jobs and blocks take all of that time.' }),
    })
  const rows = pieces.map(({ bayId, from, to }) => ({
    shop_id: place.shopId,
    id: uuid(),
    bay_id: bayId,
    starts_at: new Date(from),
    ends_at: new Date(to),
    reason: block.reason,
    state: 'active' as const,
    created_at: at,
    created_by: actorId,
  }))
  await tx.insertInto('blocks').values(rows).execute()
  return { ids: rows.map(({ id }) => id), seriesId: null, conflicts: 0 }
}

async function createSeries(tx: Queryable, { place, block, actorId, at }: Asked): Promise<CreatedBlocks> {
  const { zone } = place
  const first = parseWallTime(block.from) ?? refuse('malformed', { field: 'from' })
  const last = parseWallTime(block.to) ?? refuse('malformed', { field: 'to' })
  const through = lastDayToWrite(dayOf(at.getTime(), zone))
  const series = await tx
    .insertInto('block_series')
    .values({
      shop_id: place.shopId,
      id: uuid(),
      bay_ids: place.bayIds,
      first_day: first.day,
      from_time: formatTimeOfDay(first.minutes),
      until_time: last.minutes === 0 ? '24:00' : formatTimeOfDay(last.minutes),
      reason: block.reason,
      created_at: at,
      created_by: actorId,
      ended_on: null,
      written_through: through < first.day ? first.day : through,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const days = daysOf(first.day, null, series.written_through)
  const { ids, conflicts, overBlocks } = await writeDays(tx, series, { days, zone, at })
  if (overBlocks > 0)
    refuse('already_blocked', {
      field: 'from',
      sentence: 'Another block lies in it. Choose another time, or remove that block first.',
    })
  if (block.around !== true) requireNoJobs(conflicts)
  return { ids, seriesId: series.id, conflicts }
}

function requireNoJobs(count: number): void {
  if (count === 0) return
  const sentence =
    count === 1
      ? '1 job lies in it: move it, or block around.'
      : `${count} jobs lie in it: move them, or block around.`
  refuse('jobs_in_the_way', { field: 'from', sentence })
}

function weeklyRanges({ zone }: BlockPlace, { from, to }: BlockedTime, now: number): BusyTime[] {
  const first = parseWallTime(from) ?? refuse('malformed', { field: 'from' })
  const last = parseWallTime(to) ?? refuse('malformed', { field: 'to' })
  const times = {
    from_time: formatTimeOfDay(first.minutes),
    until_time: last.minutes === 0 ? '24:00' : formatTimeOfDay(last.minutes),
  }
  const days = daysOf(first.day, null, lastDayToWrite(dayOf(now, zone)))
  return days.flatMap((day) => rangeOnDay(times, day, zone) ?? [])
}

const mostShown = 20

/** The jobs that a block would find in its way. Refuses as `findBlockPlace` does. */
export async function previewBlock(
  context: Context,
  actor: Actor,
  wanted: BlockedTime,
): Promise<BlockPreview> {
  const { db } = context.database
  const now = context.clock.now()
  const place = await findBlockPlace(db, actor.scope, wanted, now)
  const ranges = wanted.weekly === true ? weeklyRanges(place, wanted, now) : [place]
  const found: TakenTime[] = []
  for (const range of ranges) found.push(...(await listTaken(db, { ...place, ...range })))
  const ids = found.flatMap(({ appointmentId }) => appointmentId ?? [])
  if (ids.length === 0) return { jobs: [], total: 0 }
  const rows = await db
    .selectFrom('appointments as a')
    .innerJoin('bays as b', 'b.id', 'a.bay_id')
    .select(['a.id', 'a.customer_name', 'a.starts_at', 'a.ends_at', 'b.name'])
    .where('a.id', 'in', ids)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .limit(mostShown)
    .execute()
  return {
    total: ids.length,
    jobs: rows.map((row) => ({
      appointmentId: row.id,
      customerName: row.customer_name,
      bayName: row.name,
      appointmentDate: formatInstantWithOffset(row.starts_at.getTime(), place.zone),
      endsAt: formatInstantWithOffset(row.ends_at.getTime(), place.zone),
    })),
  }
}
