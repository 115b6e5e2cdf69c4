import type { MoneyWorld } from '../support/money.ts'
import type { Answer, Person } from '../support/people.ts'
import { pressWork } from '../support/work-orders.ts'
import type { Chance } from './chance.ts'

const feeCents = 5_000

type FeeDay = {
  id: string
  chance: Chance
  person: () => Person
  answered: (answer: Promise<Answer>) => Promise<void>
}

/** Half of the customers agreed to a fee for a late cancellation and a no-show. */
export async function agreeToFee(world: MoneyWorld, id: string, chance: Chance): Promise<void> {
  if (!chance.happens(0.5)) return
  await world.context.database.pool.query(
    'update appointments set cancel_fee_cents = $2, cancel_fee_from = created_at where id = $1',
    [id, feeCents],
  )
}

/** What people do about a no-show and its fee. */
export function feeDeeds(world: MoneyWorld, { id, chance, person, answered }: FeeDay) {
  const post = (path: string, body?: object, by = person()) =>
    answered(by.post(`/api/admin/appointments/${id}/fee${path}`, body))
  const miss = async () => {
    if (!chance.happens(0.5)) return
    // The car was marked as arrived by mistake.
    await answered(pressWork(person(), id, { event: 'go_back', from: 'arrived' }))
    await answered(pressWork(person(), id, { event: 'mark_no_show', from: 'booked' }))
  }
  const charge = async () => {
    if (chance.happens(0.3)) await miss()
    await post('', { feeCents: chance.happens(0.9) ? feeCents : 4_999 })
  }
  const waive = async () => {
    if (chance.happens(0.3)) await post('/waive')
  }
  const refund = async () => {
    if (chance.happens(0.3)) await post('/refund', undefined, world.administrator)
  }
  return [miss, charge, charge, waive, refund]
}

/**
 * Cancelled appointments of a world at rest that kept more than the fee that is due, by their charges less
 * their refunds, or another amount than their holds say.
 */
export async function auditFees({ context }: MoneyWorld, ids: readonly string[]): Promise<string[]> {
  const { rows } = await context.database.pool.query<{
    id: string
    due: number
    kept: number
    taken: number
  }>(
    `select a.id,
        coalesce((select sum(case l.movement when 'fee_due' then l.amount_cents
          when 'fee_waived' then -l.amount_cents end) from ledger l where l.appointment_id = a.id), 0)::integer as due,
        coalesce((select sum(case when l.movement = 'captured' then l.amount_cents
          when l.movement = 'refunded' then -l.amount_cents end) from ledger l where l.appointment_id = a.id), 0)::integer as kept,
        coalesce((select sum(h.fee_cents) from holds h where h.appointment_id = a.id), 0)::integer as taken
      from appointments a where a.id = any($1::uuid[]) and a.state = 'cancelled'
        and not exists (select from disputes d where d.appointment_id = a.id)`,
    [ids],
  )
  return rows.flatMap(({ id, due, kept, taken }) => [
    ...(due > feeCents ? [`appointment ${id}: a fee of ${due} is due`] : []),
    ...(kept > due ? [`appointment ${id}: ${kept} kept of a fee of ${due}`] : []),
    ...(kept !== taken ? [`appointment ${id}: ${kept} kept, and a fee of ${taken} taken`] : []),
  ])
}
