import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { openPayoutDetail, sealPayoutDetail } from './payout-details.ts'

const batchSize = 100

type Sealed = { shop_id: number; field: string; sealed: Buffer }

/**
 * Lists the details sealed with an old key after the given one. Details of an unconfigured key are omitted:
 * they cannot be opened.
 */
async function listSealedByOld(
  context: Context,
  oldIds: readonly number[],
  after: Pick<Sealed, 'shop_id' | 'field'>,
): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`
    select shop_id, field, sealed from payout_details
    where get_byte(sealed, 0) = any(${oldIds}::integer[]) and (shop_id, field) > (${after.shop_id}, ${after.field})
    order by shop_id, field limit ${batchSize}`.execute(context.database.db)
  return rows
}

/**
 * Re-encrypts every detail of an old key with the present one, so that the old key can be removed. Details
 * that do not open stay unchanged and are logged once, at the start.
 */
export async function resealPayouts(context: Context, isStart: boolean): Promise<void> {
  if (isStart) await logUnreadable(context)
  const keys = context.secrets.payoutKeys
  const oldIds = [...keys.byId.keys()].filter((id) => id !== keys.presentId)
  if (oldIds.length === 0) return
  let after: Pick<Sealed, 'shop_id' | 'field'> = { shop_id: 0, field: '' }
  for (;;) {
    const rows = await listSealedByOld(context, oldIds, after)
    let resealed = 0
    for (const row of rows) if (await reseal(context, row)) resealed++
    if (resealed > 0) context.log.info({ resealed }, 'payout details are sealed with the present key')
    // Details that do not open stay behind.
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last
  }
}

async function reseal(context: Context, { shop_id: shopId, field, sealed }: Sealed): Promise<boolean> {
  const keys = context.secrets.payoutKeys
  const value = open(context, { shop_id: shopId, field, sealed })
  if (value === null) return false
  const { numUpdatedRows } = await context.database.db
    .updateTable('payout_details')
    .set({ sealed: sealPayoutDetail(keys, shopId, field, value) })
    .where('shop_id', '=', shopId)
    .where('field', '=', field)
    // The shop may have changed the detail meanwhile.
    .where('sealed', '=', sealed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function open(context: Context, { shop_id: shopId, field, sealed }: Sealed): string | null {
  try {
    return openPayoutDetail(context.secrets.payoutKeys, shopId, field, sealed)
  } catch {
    return null
  }
}

/**
 * Logs the details that no key opens: a key is missing, was replaced under its id, or the table was edited by
 * hand.
 */
async function logUnreadable(context: Context): Promise<void> {
  const { db } = context.database
  const rows = await db.selectFrom('payout_details').select(['shop_id', 'field', 'sealed']).execute()
  const lost = rows.filter((row) => open(context, row) === null)
  if (lost.length > 0) {
    const shops = [...new Set(lost.map((row) => row.shop_id))].slice(0, 20)
    context.log.error({ lost: lost.length, shops }, 'no key opens these payout details; see PAYOUT_OLD_KEYS')
  }
}
