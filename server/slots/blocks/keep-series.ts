import { weeksAhead } from '../../../contract/blocks/block-limits.ts'
import { addDays, dayOf } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import { postgresCode } from '../../database/database-errors.ts'
import { lowestUuid } from '../../database/uuid.ts'
import { workInRounds } from '../../jobs/queue-rounds.ts'
import { lockShop } from '../find-free-bay.ts'
import { daysOf, lastDayToWrite, writeDays } from './series.ts'
import { listTaken } from './taken-times.ts'

const batchSize = 100

type Named = { id: string; shop_id: number }
const afterId = (after: Named | null) => after?.id ?? lowestUuid

/** Writes the days of weekly blocks ahead, as far as one more has come into reach. */
export async function extendSeries(context: Context): Promise<void> {
  const { database, clock } = context
  // The earliest zone is a day ahead of the latest.
  const reached = addDays(dayOf(clock.now(), 'UTC'), weeksAhead * 7 - 1)
  await workInRounds(context, {
    name: 'block-series',
    batchSize,
    list: (after: Named | null) =>
      database.db
        .selectFrom('block_series')
        .select(['id', 'shop_id'])
        .where('ended_on', 'is', null)
        .where('written_through', '<', reached)
        .where('id', '>', afterId(after))
        .orderBy('id')
        .limit(batchSize)
        .execute(),
    work: async (one) => {
      try {
        await extendOne(context, one)
      } catch (error) {
        context.log.error({ err: error, seriesId: one.id }, 'a weekly block could not be written ahead')
      }
    },
  })
}

async function extendOne({ database, clock }: Context, { id, shop_id: shopId }: Named): Promise<void> {
  await database.transaction(async (tx) => {
    await lockShop(tx, shopId)
    const series = await tx
      .selectFrom('block_series')
      .selectAll()
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where('ended_on', 'is', null)
      .executeTakeFirst()
    if (!series) return
    const { time_zone: zone } = await tx
      .selectFrom('shops')
      .select('time_zone')
      .where('id', '=', shopId)
      .executeTakeFirstOrThrow()
    const through = lastDayToWrite(dayOf(clock.now(), zone))
    if (through <= series.written_through) return
    const days = daysOf(series.first_day, series.written_through, through)
    await writeDays(tx, series, { days, zone, at: new Date(clock.now()) })
    await tx
      .updateTable('block_series')
      .set({ written_through: through })
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .execute()
  })
}

/** Blocks the time of days that had a job in it, once the job has left. */
export async function settleConflicts(context: Context): Promise<void> {
  const { database, clock } = context
  const now = new Date(clock.now())
  await workInRounds(context, {
    name: 'block-conflicts',
    batchSize,
    list: (after: Named | null) =>
      database.db
        .selectFrom('blocks as k')
        .select(['k.id', 'k.shop_id'])
        .where('k.state', '=', 'conflict')
        .where('k.ends_at', '>', now)
        .where('k.id', '>', afterId(after))
        .orderBy('k.id')
        .limit(batchSize)
        .execute(),
    work: async (one) => {
      try {
        await settleOne(context, one)
      } catch (error) {
        // A job of a process without the shop's lock took the time.
        if (postgresCode(error) !== '23P01')
          context.log.error({ err: error, blockId: one.id }, 'a block in conflict could not be settled')
      }
    },
  })
}

async function settleOne({ database }: Context, { id, shop_id: shopId }: Named): Promise<void> {
  await database.transaction(async (tx) => {
    await lockShop(tx, shopId)
    const block = await tx
      .selectFrom('blocks')
      .select(['bay_id', 'starts_at', 'ends_at'])
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .where('state', '=', 'conflict')
      .executeTakeFirst()
    if (!block) return
    const range = { from: block.starts_at.getTime(), to: block.ends_at.getTime() }
    if ((await listTaken(tx, { shopId, bayIds: [block.bay_id], ...range })).length > 0) return
    await tx
      .updateTable('blocks')
      .set({ state: 'active' })
      .where('shop_id', '=', shopId)
      .where('id', '=', id)
      .execute()
  })
}
