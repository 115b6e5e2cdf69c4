import type { Pool } from 'pg'
import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import {
  paymentStateOf,
  type LedgerMovement,
  type PaymentState,
} from '../../contract/payments/payment-state.ts'
import { refundedOf, type Intent } from '../support/outside.ts'

type AuditedAppointment = {
  id: string
  state: AppointmentState
  price_cents: number
  claim_expires_at: Date | null
}
type AuditedHold = {
  id: string
  appointment_id: string
  status: string
  purpose: string
  amount_cents: number
  captured_cents: number | null
  refunded_cents: number | null
  provider_intent_id: string | null
  created_at: Date
}
type LedgerRow = { appointment_id: string; hold_id: string; movement: LedgerMovement; amount_cents: number }

/** The ledger's states for an appointment at rest. */
const ledgerStates: Record<AppointmentState, readonly PaymentState['status'][]> = {
  claimed: ['pending'],
  booked: ['authorized'],
  completed: ['completed'],
  cancelled: ['cancelled', 'none'],
  released: ['none', 'cancelled'],
}

/**
 * The statuses that a hold's row may have for a payment in this state at the provider, once nothing is in
 * flight.
 */
const rowsOf: Record<string, readonly string[]> = {
  requires_capture: ['live'],
  succeeded: ['captured', 'refunded'],
  canceled: ['released', 'lapsed', 'declined'],
  requires_action: ['requires_action'],
  requires_confirmation: ['requires_action'],
  requires_payment_method: ['declined', 'released'],
}

const challengeMs = 15 * 60_000

export type AuditScope = {
  pool: Pool
  intents: readonly Intent[]
  /** The product's clock. */
  now: number
  /** The appointments to audit; all when left out. */
  ids?: readonly string[]
  /** Appointments that were charged directly at the provider, with any amount. */
  chargedElsewhere?: ReadonlySet<string>
}

/**
 * Compares the product's records with the provider's for appointments at rest: no request in flight, every
 * job run, every fault over. Returns a sentence for each fault.
 */
export async function auditMoney({
  pool,
  intents,
  now,
  ids,
  chargedElsewhere = new Set(),
}: AuditScope): Promise<string[]> {
  const inScope = ids === undefined ? 'true' : 'a.id = any($1::uuid[])'
  const parameters = ids === undefined ? [] : [[...ids]]
  const { rows: appointments } = await pool.query<AuditedAppointment>(
    `select a.* from appointments a where ${inScope}`,
    parameters,
  )
  const { rows: holds } = await pool.query<AuditedHold>(
    `select h.* from holds h join appointments a on a.id = h.appointment_id where ${inScope}`,
    parameters,
  )
  const { rows: ledger } = await pool.query<LedgerRow>(
    `select l.* from ledger l join appointments a on a.id = l.appointment_id where ${inScope} order by l.id`,
    parameters,
  )
  const known = new Set(appointments.map(({ id }) => id))
  const paid = groupBy(
    intents.filter(({ metadata }) => ids === undefined || known.has(metadata['appointment_id'] ?? '')),
    ({ metadata }) => metadata['appointment_id'] ?? '',
  )
  const holdsOf = groupBy(holds, (hold) => hold.appointment_id)
  const ledgerOf = groupBy(ledger, (row) => row.appointment_id)
  const orphans = [...paid].flatMap(([id, own]) =>
    known.has(id)
      ? []
      : own
          .filter(isHeldOrTaken)
          .map((intent) => `${intent.id} (${intent.status}) belongs to no appointment`),
  )
  return [
    ...orphans,
    ...appointments.flatMap((appointment) => {
      const part = {
        appointment,
        holds: holdsOf.get(appointment.id) ?? [],
        intents: paid.get(appointment.id) ?? [],
        ledger: ledgerOf.get(appointment.id) ?? [],
        now,
        isOurCharge: !chargedElsewhere.has(appointment.id),
      }
      const found = [...auditAppointment(part), ...auditHolds(part), ...auditLedger(part)]
      return found.map((sentence) => `${appointment.id} (${appointment.state}): ${sentence}`)
    }),
    ...(await auditBays(pool)),
  ]
}

type Part = {
  appointment: AuditedAppointment
  holds: readonly AuditedHold[]
  intents: readonly Intent[]
  ledger: readonly LedgerRow[]
  now: number
  isOurCharge: boolean
}

const isHeldOrTaken = ({ status }: Intent): boolean => status === 'requires_capture' || status === 'succeeded'

/** The faults of one appointment that no customer may ever see. */
function auditAppointment({ appointment, intents, now, isOurCharge }: Part): string[] {
  const found: string[] = []
  const live = intents.filter(({ status }) => status === 'requires_capture')
  const charges = intents.filter(({ status }) => status === 'succeeded')
  const kept = charges.reduce((sum, intent) => sum + intent.amount_received - refundedOf(intent), 0)
  const { state, price_cents: price, claim_expires_at: expires } = appointment
  if (live.length > 1) found.push(`${live.length} holds are live`)
  // A charge made directly at the provider may be a second one; then all but one are refunded.
  const counted = isOurCharge ? charges : charges.filter((one) => refundedOf(one) < one.amount_received)
  if (counted.length > 1) found.push(`it was charged ${counted.length} times`)
  if (live.length > 0 && kept > 0) found.push('it is charged and held')
  switch (state) {
    case 'claimed':
      if (expires === null || expires.getTime() + 60_000 < now) found.push('its claim is overdue')
      if (live.length > 0) found.push('it is held and still only claimed')
      break
    case 'booked':
      if (kept > 0) found.push('it is charged and still only booked')
      break
    case 'completed':
      if (charges.length === 0) found.push('it is completed and nothing was charged')
      if (isOurCharge && charges.length === 1 && charges[0]?.amount_received !== price)
        found.push(`${charges[0]?.amount_received} cents were charged for ${price}`)
      break
    case 'cancelled':
    case 'released':
      if (live.length > 0) found.push('its hold is still live')
      if (kept > 0) found.push(`${kept} cents were kept`)
      break
  }
  return found
}

function auditHolds({ appointment, holds, intents, now }: Part): string[] {
  const found: string[] = []
  const intentsOf = groupBy(intents, ({ metadata }) => metadata['hold_id'] ?? '')
  for (const [holdId, own] of intentsOf) {
    if (!holds.some(({ id }) => id === holdId) && own.some(isHeldOrTaken))
      found.push(`${own[0]?.id} has no row`)
  }
  for (const hold of holds) {
    const own = intentsOf.get(hold.id) ?? []
    const says = `${hold.purpose} hold ${hold.id} is ${hold.status}`
    const counted = own.filter(isHeldOrTaken)
    if (counted.length > 1) found.push(`${says} and stands for ${counted.length} payments`)
    const intent = counted[0] ?? own.find(({ id }) => id === hold.provider_intent_id) ?? own[0]
    if (!intent) {
      if (hold.status !== 'released' && hold.status !== 'declined')
        found.push(`${says}, the provider has none`)
      continue
    }
    if (!(rowsOf[intent.status] ?? []).includes(hold.status))
      found.push(`${says}, the provider's is ${intent.status}`)
    const waitsSince = now - hold.created_at.getTime()
    const waits = ['claimed', 'booked'].includes(appointment.state) && waitsSince <= challengeMs + 60_000
    if (hold.status === 'requires_action' && !waits)
      found.push(`${says} for ${Math.round(waitsSince / 1000)} s`)
    if (intent.status !== 'succeeded') continue
    if (hold.captured_cents !== intent.amount_received)
      found.push(`${says} with ${hold.captured_cents} cents, the provider took ${intent.amount_received}`)
    if ((hold.refunded_cents ?? 0) !== refundedOf(intent))
      found.push(`${says} with ${hold.refunded_cents} cents back, the provider gave ${refundedOf(intent)}`)
    const isRefunded = refundedOf(intent) === intent.amount_received
    if (isRefunded !== (hold.status === 'refunded'))
      found.push(`${says}, ${refundedOf(intent)} cents went back`)
  }
  return found
}

/** The ledger equals the provider to the cent, and its status matches the appointment's row. */
function auditLedger({ appointment, intents, ledger }: Part): string[] {
  const told = paymentStateOf(
    ledger.map((row) => ({ holdId: row.hold_id, movement: row.movement, amountCents: row.amount_cents })),
  )
  const sum = (amount: (intent: Intent) => number): number =>
    intents.reduce((total, intent) => total + amount(intent), 0)
  const done = {
    heldCents: sum((intent) => (intent.status === 'requires_capture' ? intent.amount : 0)),
    capturedCents: sum((intent) => intent.amount_received),
    refundedCents: sum(refundedOf),
  }
  const found = (['heldCents', 'capturedCents', 'refundedCents'] as const)
    .filter((key) => told[key] !== done[key])
    .map((key) => `the ledger says ${key} ${told[key]}, the provider ${done[key]}`)
  if (!ledgerStates[appointment.state].includes(told.status)) found.push(`the ledger says ${told.status}`)
  return found
}

async function auditBays(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ one: string; other: string }>(
    `select a.id as one, b.id as other from appointments a join appointments b
      on a.bay_id = b.bay_id and a.id < b.id and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      where a.state in ('claimed', 'booked', 'completed') and b.state in ('claimed', 'booked', 'completed')`,
  )
  return rows.map(({ one, other }) => `${one} and ${other} are in one bay at one time`)
}

/** Deadlocks that the database resolved since it was created. */
export async function countDeadlocks(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? -1
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
