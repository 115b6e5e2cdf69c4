import type { Pool } from 'pg'

/** One press of the simulated people, with the statuses of all its answers. */
export type SentPress = {
  id: string
  appointmentId: string
  event: string
  isLate: boolean
  statuses: number[]
}

export type WorkDeeds = {
  presses: readonly SentPress[]
  /** Appointments that were cancelled, and those whose payment was taken at the shop. */
  cancelled: ReadonlySet<string>
  paid: ReadonlySet<string>
}

/** The work of a car as a shop knows it, written down apart from the product's table. */
const legal = new Set([
  'booked arrive arrived',
  'booked mark_no_show no_show',
  'arrived start in_bay',
  'arrived go_back booked',
  'in_bay finish ready',
  'in_bay go_back arrived',
  'ready hand_over handed_over',
  'ready go_back in_bay',
  'handed_over go_back ready',
  'no_show go_back booked',
])

type EventRow = {
  id: string
  appointment_id: string
  event: string
  from_state: string
  to_state: string
}

/** The work orders that break a rule, in words. Reads the rows alone, not the product's rules. */
export async function auditWork(pool: Pool, deeds: WorkDeeds): Promise<string[]> {
  const ids = [...new Set(deeds.presses.map(({ appointmentId }) => appointmentId))]
  const { rows: events } = await pool.query<EventRow>(
    `select id, appointment_id, event, from_state, to_state from work_events
      where appointment_id = any($1) order by position`,
    [ids],
  )
  const { rows: appointments } = await pool.query<{
    id: string
    work_state: string
    state: string
    paid: number
    mails: number
    money: number
  }>(
    `select a.id, a.work_state, a.state,
        (select count(*)::integer from shop_payments p where p.appointment_id = a.id and p.amount_cents = a.price_cents) as paid,
        (select count(*)::integer from ledger l where l.appointment_id = a.id and l.hold_id is not null) as money,
        (select count(*)::integer from outbox o where o.kind = 'appointment_ready' and o.payload ->> 'appointmentId' = a.id::text) as mails
      from appointments a where a.id = any($1)`,
    [ids],
  )
  const sent = new Map(deeds.presses.map((press) => [press.id, press]))
  const found: string[] = []
  const recorded = new Set(events.map(({ id }) => id))
  for (const { id, event, appointmentId, statuses } of deeds.presses) {
    if (statuses.some((status) => status !== 200 && status !== 409))
      found.push(`${event} of ${appointmentId} was answered ${statuses.join(', ')}`)
    if (recorded.has(id) && !statuses.includes(200))
      found.push(`${event} of ${appointmentId} was refused and recorded`)
  }
  for (const { id, work_state: state, state: paymentState, paid, mails, money } of appointments) {
    const ofOne = events.filter(({ appointment_id: of }) => of === id)
    let at = 'booked'
    for (const each of ofOne) {
      const press = sent.get(each.id)
      if (press?.appointmentId !== id || press.event !== each.event) found.push(`${id}: an event of no press`)
      if (each.from_state !== at) found.push(`${id}: ${each.event} from ${each.from_state}, which was ${at}`)
      if (!legal.has(`${each.from_state} ${each.event} ${each.to_state}`))
        found.push(`${id}: ${each.from_state} ${each.event} ${each.to_state}`)
      at = each.to_state
    }
    if (at !== state) found.push(`${id}: its events end in ${at}, its row says ${state}`)
    const told = ofOne.filter((each) => each.event === 'finish' && sent.get(each.id)?.isLate === false).length
    if (mails !== told) found.push(`${id}: ${mails} mails that it is ready, for ${told} presses`)
    if (money !== 0) found.push(`${id}: money moved, though no job has a card`)
    if (paid !== (deeds.paid.has(id) ? 1 : 0)) found.push(`${id}: ${paid} payments`)
    if ((paymentState === 'cancelled') !== deeds.cancelled.has(id)) found.push(`${id}: is ${paymentState}`)
  }
  return found
}
