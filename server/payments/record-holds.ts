import { sql, type Insertable } from 'kysely'
import { holdColumns } from '../database/columns.ts'
import type { Queryable } from '../database/open-database.ts'
import { rowOf, statement } from '../database/statement.ts'
import type { HoldState } from '../../contract/payments/hold-states.ts'
import type { Tables } from '../database/tables.ts'
import {
  askedUntil,
  movementAskedBy,
  newHoldOf,
  recordHoldChange,
  recordHoldRequest,
  type HoldChange,
  type HoldRequest,
  type HoldRow,
  type Movement,
} from './record-hold.ts'

const everyHoldColumn = sql.join(holdColumns.map((column) => sql.ref(column)))

/** Rows of holds and of the ledger, as JSON. */
type Written = { holds: string; movements: string }

type NewMovement = Omit<Insertable<Tables['ledger']>, 'id'>

/** The ledger's rows as they are given, beside what they are about. */
function movementsIn(movements: string) {
  return sql`moved as (
      insert into ledger (appointment_id, shop_id, hold_id, provider_reference, movement, amount_cents, recorded_at, actor_id)
      select appointment_id, shop_id, hold_id, provider_reference, movement, amount_cents, recorded_at, actor_id
        from json_populate_recordset(null::ledger, ${movements}::json))`
}

function movementRow(
  hold: Pick<HoldRow, 'id' | 'appointment_id' | 'shop_id' | 'provider_intent_id'>,
  { kind, amountCents }: Movement,
  { at, actorId = null }: { at: Date; actorId?: string | null },
): NewMovement {
  return {
    appointment_id: hold.appointment_id,
    shop_id: hold.shop_id,
    hold_id: hold.id,
    provider_reference: hold.provider_intent_id,
    movement: kind,
    amount_cents: amountCents,
    recorded_at: at,
    actor_id: actorId,
  }
}

const insertHolds = statement(
  (_tx, { holds, movements }: Written) => sql<HoldRow>`
    with recorded as (
      insert into holds (id, appointment_id, shop_id, amount_cents, payment_method_id, purpose, package_id, status, asked_until,
          created_at, changed_at)
        select id, appointment_id, shop_id, amount_cents, payment_method_id, purpose, package_id, 'requested', ${askedUntil},
            created_at, changed_at
          from json_populate_recordset(null::holds, ${holds}::json)
        returning ${everyHoldColumn}),
      ${movementsIn(movements)}
    select ${everyHoldColumn} from recorded`,
)

/**
 * As `recordHoldRequest`, of several, each of which whoever writes them down asks for next: nobody else has the right to until then. In
 * the order of the requests.
 */
export async function recordAskedHolds(
  tx: Queryable,
  requests: readonly Omit<HoldRequest, 'askedNow'>[],
): Promise<HoldRow[]> {
  const [only] = requests
  if (only && requests.length === 1) return [await recordHoldRequest(tx, { ...only, askedNow: true })]
  const asked = requests.map((request) => ({ request, hold: newHoldOf(request) }))
  const holds = asked.map(({ request: { at }, hold }) => ({ ...hold, created_at: at, changed_at: at }))
  const movements = asked.map(({ request, hold }) =>
    movementRow(
      { ...hold, provider_intent_id: null },
      { kind: movementAskedBy(request), amountCents: hold.amount_cents },
      request,
    ),
  )
  const written = await insertHolds(tx, {
    holds: JSON.stringify(holds),
    movements: JSON.stringify(movements),
  })
  const known = new Map(written.map((hold) => [hold.id, hold]))
  return holds.map(({ id }) => rowOf([known.get(id)]))
}

/** What an answer of the provider that the amount is held says for a hold's row. */
export type Placed = Pick<
  HoldRow,
  | 'provider_intent_id'
  | 'looked_at'
  | 'capture_before'
  | 'payment_method_id'
  | 'card_brand'
  | 'card_last_four'
  | 'live_at'
  | 'settled_at'
>

/** A hold as it was read, and that it is placed. */
export type Placing = { hold: HoldRow; change: Omit<HoldChange, 'to' | 'set'> & { set: Placed } }

const placeHolds = statement(
  (_tx, { holds, movements, from, to }: Written & { from: HoldState; to: HoldState }) => sql<{
    id: string
  }>`
    with recorded as (
      update holds as h set status = case h.status when ${from} then ${to} end, asked_until = null,
          provider_intent_id = n.provider_intent_id, looked_at = n.looked_at, capture_before = n.capture_before,
          payment_method_id = n.payment_method_id, card_brand = n.card_brand, card_last_four = n.card_last_four,
          live_at = n.live_at, settled_at = n.settled_at, changed_at = n.changed_at
        from json_populate_recordset(null::holds, ${holds}::json) as n where h.id = n.id
        returning h.id),
      ${movementsIn(movements)}
    select id from recorded`,
)

/**
 * As `recordHoldChange`, of holds that were all read as `requested` and are live now, and may be left to the commit as well. The
 * holds as they are then, in their order.
 */
export async function recordPlaced(tx: Queryable, placings: readonly Placing[]): Promise<HoldRow[]> {
  const [only] = placings
  if (only && placings.length === 1)
    return [await recordHoldChange(tx, only.hold, { ...only.change, to: 'live' })]
  const holds = placings.map(({ hold, change: { set, at } }): HoldRow => ({
    ...hold,
    ...set,
    status: 'live',
    asked_until: null,
    changed_at: at,
  }))
  const movements = placings.flatMap(({ change: { movement, ...moved } }, index) => {
    const hold = holds[index]
    return hold && movement ? [movementRow(hold, movement, moved)] : []
  })
  const changed = await placeHolds(tx, {
    holds: JSON.stringify(holds),
    movements: JSON.stringify(movements),
    from: 'requested',
    to: 'live',
  })
  if (changed.length !== holds.length) throw new Error('a hold that is to be changed is not there')
  return holds
}
