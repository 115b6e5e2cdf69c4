import { sql } from 'kysely'
import { paymentStatusOf, type AppointmentState } from '../../contract/booking/appointment-states.ts'
import { formatCents } from '../../contract/money.ts'
import type { PaysBy } from '../../contract/payments/pays-by.ts'
import { priceDueOf, type PriceFacts, type PricePart } from '../../contract/payments/day-price.ts'
import { moneyMovedOf } from '../../contract/payments/money-moved.ts'
import { paymentStateOf, type LedgerEntry } from '../../contract/payments/payment-state.ts'
import { taxOfPaid, type TaxTerms } from '../../contract/payments/sales-tax.ts'
import type { Context } from '../context.ts'
import { lowestUuid } from '../database/uuid.ts'
import { agreementFacts } from './price/find-price.ts'
import { answerOfIntent } from './provider/hold-answer.ts'
import { openStates, type HoldState } from '../../contract/payments/hold-states.ts'
import { disputeMoneyOf } from '../../contract/payments/dispute-states.ts'
import { listDisputePages } from './provider/disputes.ts'
import { listIntentPages } from './provider/intents.ts'

/** Integer cents, and the number of payments that they come from. */
export type Totals = {
  payments: number
  heldCents: number
  capturedCents: number
  refundedCents: number
  /** Taken by disputes, less what they gave back. */
  disputedCents: number
  disputeFeeCents: number
}

export type Reconciliation = {
  ledger: Totals
  provider: Totals
  /** One sentence for each payment or appointment with a mismatch. */
  differences: string[]
  /** Holds with a request in flight; they are in neither total. */
  underWay: number
}

/** Reconciliation is read-only and needs no other dependencies. */
type Reader = Pick<Context, 'database' | 'stripe'>

const nothing: Totals = {
  payments: 0,
  heldCents: 0,
  capturedCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  disputeFeeCents: 0,
}
const amounts = ['heldCents', 'capturedCents', 'refundedCents', 'disputedCents', 'disputeFeeCents'] as const

type Sums = Totals & { status: HoldState }

/** Sums the ledger by hold. */
async function sumLedger(context: Reader): Promise<Map<string, Sums>> {
  const { rows } = await sql<{
    id: string
    status: HoldState
    placed: number
    ended: number
    captured: number
    refunded: number
    disputed: number
    fees: number
  }>`
    select h.id, h.status,
      coalesce(sum(l.amount_cents) filter (where l.movement in ('hold_placed', 'hold_raised')), 0)::bigint as placed,
      count(*) filter (where l.movement in ('hold_released', 'hold_lapsed', 'captured')) as ended,
      coalesce(sum(l.amount_cents) filter (where l.movement = 'captured'), 0)::bigint as captured,
      coalesce(sum(l.amount_cents) filter (where l.movement = 'refunded'), 0)::bigint as refunded,
      coalesce(sum(case l.movement when 'dispute_withdrawn' then l.amount_cents
        when 'dispute_reinstated' then -l.amount_cents end), 0)::bigint as disputed,
      coalesce(sum(case l.movement when 'dispute_fee' then l.amount_cents
        when 'dispute_fee_returned' then -l.amount_cents end), 0)::bigint as fees
    from holds h join ledger l on l.hold_id = h.id group by h.id, h.status`.execute(context.database.db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        status: row.status,
        payments: 1,
        heldCents: row.ended > 0 ? 0 : row.placed,
        capturedCents: row.captured,
        refundedCents: row.refunded,
        disputedCents: row.disputed,
        disputeFeeCents: row.fees,
      },
    ]),
  )
}

/**
 * Sums the provider's payments of this installation by hold. A payment without a hold row has its intent id
 * as key.
 */
async function sumProvider(context: Reader): Promise<Map<string, Totals>> {
  const { db } = context.database
  const { id: installation } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  const holds = await db.selectFrom('holds').select(['id', 'provider_intent_id']).execute()
  const holdIds = new Set(holds.map(({ id }) => id))
  const holdOf = new Map(
    holds.flatMap(({ id, provider_intent_id: intentId }) => (intentId === null ? [] : [[intentId, id]])),
  )
  const sums = new Map<string, Totals>()
  const disputes = await sumDisputes(context)
  for await (const page of listIntentPages(context, {})) {
    for (const intent of page) {
      const owner = intent.metadata['installation_id']
      // Payments from before the installation id existed carry only a hold id.
      const isOwn =
        owner === undefined ? holdIds.has(intent.metadata['hold_id'] ?? '') : owner === installation
      if (!isOwn && !holdOf.has(intent.id)) continue
      const answer = answerOfIntent(intent)
      const sum = {
        payments: 1,
        heldCents: answer.kind === 'live' ? intent.amount : 0,
        capturedCents: answer.kind === 'captured' ? answer.amountCents : 0,
        refundedCents: answer.kind === 'captured' ? answer.refundedCents : 0,
        ...(disputes.get(intent.id) ?? { disputedCents: 0, disputeFeeCents: 0 }),
      }
      const holdId = holdOf.get(intent.id)
      // A payment without a hold row counts only when its amounts do not cancel out. A declined attempt and a
      // full refund do.
      const isAtRest =
        sum.heldCents === 0 && sum.capturedCents === sum.refundedCents && sum.disputedCents === 0
      if (holdId !== undefined || !isAtRest) sums.set(holdId ?? intent.id, sum)
    }
  }
  return sums
}

/** Sums the provider's disputes by payment intent. */
async function sumDisputes(
  context: Reader,
): Promise<Map<string, Pick<Totals, 'disputedCents' | 'disputeFeeCents'>>> {
  const sums = new Map<string, { disputedCents: number; disputeFeeCents: number }>()
  // The instant does not matter to a sum, but each dispute does.
  const onUnreadable = (id: string): never => {
    throw new Error(`the dispute ${id} could not be read`)
  }
  for await (const page of listDisputePages(context, { statedAt: 0, onUnreadable })) {
    for (const dispute of page) {
      if (dispute.intentId === null) continue
      const sum = sums.get(dispute.intentId) ?? { disputedCents: 0, disputeFeeCents: 0 }
      const { takenCents, feeCents } = disputeMoneyOf(dispute)
      sums.set(dispute.intentId, {
        disputedCents: sum.disputedCents + takenCents,
        disputeFeeCents: sum.disputeFeeCents + feeCents,
      })
    }
  }
  return sums
}

function add(totals: Totals, one: Totals): void {
  totals.payments += one.payments
  for (const amount of amounts) totals[amount] += one[amount]
}

function describe(totals: Totals | undefined): string {
  if (!totals) return 'nothing'
  const { heldCents, capturedCents, refundedCents, disputedCents, disputeFeeCents } = totals
  const disputes =
    disputedCents === 0 && disputeFeeCents === 0
      ? ''
      : `, ${formatCents(disputedCents)} disputed, ${formatCents(disputeFeeCents)} dispute fees`
  return `${formatCents(heldCents)} held, ${formatCents(capturedCents)} captured, ${formatCents(refundedCents)} refunded${disputes}`
}

function isSame(one: Totals, other: Totals): boolean {
  return amounts.every((amount) => one[amount] === other[amount])
}

/**
 * Compares the ledger with the card provider to the cent, payment by payment, and each appointment's state
 * with its ledger. Changes nothing. Throws when the provider is unreachable.
 */
export async function reconcile(context: Reader): Promise<Reconciliation> {
  const [ledger, provider] = [await sumLedger(context), await sumProvider(context)]
  const incrementing = await listIncrementing(context)
  const result: Reconciliation = {
    ledger: { ...nothing },
    provider: { ...nothing },
    differences: [],
    underWay: 0,
  }
  for (const holdId of new Set([...ledger.keys(), ...provider.keys()])) {
    const [ours, theirs] = [ledger.get(holdId), provider.get(holdId)]
    if ((ours && openStates.includes(ours.status)) || incrementing.has(holdId)) {
      result.underWay += 1
      continue
    }
    if (ours && (theirs || !isSame(ours, nothing))) add(result.ledger, ours)
    if (theirs) add(result.provider, theirs)
    if (!isSame(ours ?? nothing, theirs ?? nothing)) {
      result.differences.push(
        `hold ${holdId}: the ledger says ${describe(ours)}; the provider says ${describe(theirs)}`,
      )
    }
  }
  result.differences.push(...(await compareStates(context)))
  return result
}

/** Holds of which it is not known yet whether they were raised. */
async function listIncrementing({ database }: Reader): Promise<Set<string>> {
  const rows = await database.db
    .selectFrom('hold_increments')
    .select('hold_id')
    .where('status', '=', 'requested')
    .execute()
  return new Set(rows.map(({ hold_id: id }) => id))
}

type AppointmentHistory = {
  id: string
  state: AppointmentState
  paysBy: PaysBy
  entries: (LedgerEntry & { at: number })[]
  priceCents: number
  lines: PricePart[]
  agreement: PriceFacts['agreement']
  terms: TaxTerms | null
}

const batchSize = 2_000

/**
 * Appointments whose state, price or sales tax contradicts their ledger. Those with a request in flight are
 * left out.
 */
async function compareStates(context: Reader): Promise<string[]> {
  const differences: string[] = []
  let after = lowestUuid
  for (;;) {
    const { rows } = await sql<AppointmentHistory>`
      select a.id, a.state, a.pays_by as "paysBy", a.price_cents as "priceCents",
        (select coalesce(json_agg(json_build_object('holdId', l.hold_id, 'movement', l.movement,
          'amountCents', l.amount_cents, 'at', 0) order by l.id), '[]') from ledger l where l.appointment_id = a.id) as entries,
        (select coalesce(json_agg(json_build_object('kind', l.kind, 'amountCents', l.amount_cents)), '[]')
          from price_lines l where l.appointment_id = a.id and l.removed_at is null) as lines,
        ${agreementFacts} as agreement,
        (select json_build_object('taxRate', t.tax_rate, 'taxablePercent', t.taxable_percent)
          from sales_taxes t where t.appointment_id = a.id) as terms
      from appointments a
      where a.id > ${after}
        and not exists (select from holds h where h.appointment_id = a.id
          and h.status = any(${openStates}))
        and not exists (select from refunds r where r.appointment_id = a.id and r.status = 'requested')
      order by a.id limit ${batchSize}`.execute(context.database.db)
    for (const row of rows)
      differences.push(...contradictionsOf(row).map((words) => `appointment ${row.id}: ${words}`))
    const last = rows.at(-1)
    if (rows.length < batchSize || !last) return differences
    after = last.id
  }
}

function contradictionsOf(history: AppointmentHistory): string[] {
  const { state, paysBy, entries, lines, priceCents, terms } = history
  const paid = paymentStateOf(entries)
  const { status, capturedCents, refundedCents, paidOtherwiseCents, taxCents } = paid
  const found: string[] = []
  const expected = paymentStatusOf(state, paysBy)
  const isUncarded = state === 'booked' && paysBy !== 'card'
  const isUnpaid = (expected === null || isUncarded) && (status === 'none' || status === 'cancelled')
  const neverHeld = expected === 'cancelled' && status === 'none'
  if (status !== expected && !isUnpaid && !neverHeld) found.push(`it is ${state}; its ledger says ${status}`)
  const facts = { priceCents, lines, agreement: history.agreement, capturedCents, paidOtherwiseCents }
  const { agreedCents, totalCents } = priceDueOf(facts)
  if (state === 'completed' && capturedCents > agreedCents)
    found.push(`${formatCents(capturedCents)} was captured, ${formatCents(agreedCents)} was agreed to`)
  if (state === 'completed' && capturedCents + paidOtherwiseCents > totalCents)
    found.push(`${formatCents(capturedCents + paidOtherwiseCents)} was paid of ${formatCents(totalCents)}`)
  const isReturnDue = entries.some(({ movement }) => movement === 'return_due')
  if (state === 'cancelled' && paidOtherwiseCents > 0 && !isReturnDue)
    found.push(
      `${formatCents(paidOtherwiseCents)} was paid at the shop, and nothing says that it is owed back`,
    )
  if (paidOtherwiseCents < 0)
    found.push(`${formatCents(-paidOtherwiseCents)} more was given back at the shop than was paid there`)
  const { refundingCents } = moneyMovedOf(entries)
  if (refundingCents > 0) found.push(`a refund of ${formatCents(refundingCents)} was decided and never made`)
  const paidCents = capturedCents - refundedCents + paidOtherwiseCents
  const tax = terms ? taxOfPaid(terms, { priceCents, lines }, paidCents) : 0
  if (tax !== taxCents) found.push(`its tax is ${formatCents(tax)}; its ledger says ${formatCents(taxCents)}`)
  return found
}
