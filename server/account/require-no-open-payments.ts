import { sql } from 'kysely'
import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import { closedStatuses } from '../../contract/payments/dispute-states.ts'
import { formatCents } from '../../contract/money.ts'
import { priceDueOf, type PriceFacts } from '../../contract/payments/day-price.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf, formatLongDay } from '../../contract/time.ts'
import type { Queryable } from '../database/open-database.ts'
import { openStates } from '../../contract/payments/hold-states.ts'
import { feeLeft } from '../payments/cancellation-fee.ts'
import { priceFacts } from '../payments/price/find-price.ts'
import { leftAtShop } from '../payments/shop-returns.ts'
import type { LockedAccount } from './lock-account.ts'

type Row = {
  state: AppointmentState
  starts_at: Date
  ends_at: Date
  time_zone: string
  price_cents: number
  is_disputed: boolean
  has_open_hold: boolean
  fee_cents: number
  refunding_cents: number
  left_at_shop_cents: number
  /** Null without an agreement, as only an agreed amount is charged later. */
  price: Omit<PriceFacts, 'priceCents'> | null
}

/** An appointment that still needs its customer's data, by the first reason of `openReasons`. */
type Open = Row & { reason: OpenReason; restCents: number }

/** The open states of an appointment and of its money, in the order in which they are told. */
const openReasons = {
  ahead: ({ state, ends_at: end }, now) => (state === 'booked' || state === 'completed') && end > now,
  claimed: ({ state }) => state === 'claimed',
  disputed: (row) => row.is_disputed,
  fee_due: (row) => row.fee_cents > 0,
  rest_due: (row) => restOf(row) > 0,
  refunding: (row) => row.refunding_cents > 0,
  left_at_shop: ({ state, left_at_shop_cents: cents }) => state === 'cancelled' && cents > 0,
  unpaid: ({ state }) => state === 'booked',
  settling: (row) => row.has_open_hold,
} satisfies Record<string, (row: Row, now: Date) => boolean>
type OpenReason = keyof typeof openReasons

/** The agreed amount of a completed job that was not charged. */
function restOf({ state, price, price_cents: priceCents }: Row): number {
  return state === 'completed' && price !== null ? priceDueOf({ ...price, priceCents }).dueCents : 0
}

/** Whether the bank has not decided a dispute of an appointment `a`: the answer needs the customer's data. */
const isDisputed = sql<boolean>`exists (
  select from disputes d where d.appointment_id = a.id and d.status <> all(${closedStatuses}))`
const hasOpenHold = sql<boolean>`exists (
  select from holds h where h.appointment_id = a.id and h.status = any(${['live', ...openStates]}))`
const refundingCents = sql<number>`(
  select coalesce(sum(r.amount_cents), 0) from refunds r where r.appointment_id = a.id and r.status = 'requested')::integer`
const agreedPrice = sql<Row['price']>`case when exists (
  select from price_agreements g where g.appointment_id = a.id) then ${priceFacts} end`

/**
 * The account's upcoming appointments and those with open money: the customer's own or, for a shop, the
 * shop's.
 */
async function listOpen(tx: Queryable, account: LockedAccount, now: Date): Promise<Open[]> {
  const rows: Row[] = await tx
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .select(['a.state', 'a.starts_at', 'a.ends_at', 's.time_zone', 'a.price_cents'])
    .select([isDisputed.as('is_disputed'), hasOpenHold.as('has_open_hold'), feeLeft.as('fee_cents')])
    .select([refundingCents.as('refunding_cents'), leftAtShop.as('left_at_shop_cents')])
    .select(agreedPrice.as('price'))
    .where((where) =>
      where.or([
        where('a.customer_id', '=', account.id),
        ...(account.closingShops.length === 0 ? [] : [where('a.shop_id', 'in', account.closingShops)]),
      ]),
    )
    .where('a.state', '!=', 'released')
    .orderBy('a.starts_at')
    .execute()
  const names = Object.keys(openReasons) as OpenReason[]
  return rows.flatMap((row): Open[] => {
    const reason = names.find((name) => openReasons[name](row, now))
    return reason === undefined ? [] : [{ ...row, reason, restCents: restOf(row) }]
  })
}

function sentenceOf(open: readonly Open[], isShop: boolean): string {
  const first = Object.keys(openReasons)
    .map((name) => open.find(({ reason }) => reason === name))
    .find((found) => found !== undefined)
  if (!first) throw new Error('nothing is open')
  const day = formatLongDay(dayOf(first.starts_at.getTime(), first.time_zone))
  return isShop ? shopSentence(first, day) : customerSentence(first, day)
}

function shopSentence({ reason }: Open, day: string): string {
  switch (reason) {
    case 'ahead':
      return `Your shop has upcoming appointments, the next on ${day}. Ask an administrator to cancel or move them first.`
    case 'fee_due':
      return 'Your shop has a cancellation fee that is still due. Charge or waive it first.'
    case 'left_at_shop':
      return `Your shop has to give money back for the appointment on ${day}. Record it as returned first.`
    case 'claimed':
    case 'disputed':
    case 'rest_due':
    case 'refunding':
    case 'unpaid':
    case 'settling':
      return 'Your shop has appointments that are not paid or settled yet. Please capture or cancel them first.'
  }
}

function customerSentence(open: Open, day: string): string {
  switch (open.reason) {
    case 'ahead':
      return open.state === 'booked'
        ? `You have an appointment on ${day}. Cancel it first, or delete your account after it.`
        : `You have an appointment on ${day}. Delete your account after it.`
    case 'claimed':
      return 'You have an order with an unfinished payment. Finish or cancel it first.'
    case 'disputed':
      return 'You’re disputing a payment with your bank. Delete your account once the bank has decided.'
    case 'fee_due':
      return `The fee of ${formatCents(open.fee_cents)} for your appointment on ${day} is still due. Ask the shop to charge or waive it first.`
    case 'rest_due':
      return `${formatCents(open.restCents)} of the installation on ${day} isn’t paid yet. Pay the shop first.`
    case 'refunding':
      return `Your refund of ${formatCents(open.refunding_cents)} is on its way. Try again once you have it.`
    case 'left_at_shop':
      return `The shop still has to give you ${formatCents(open.left_at_shop_cents)} back for your appointment on ${day}. Delete your account once it has.`
    case 'unpaid':
      return `The installation on ${day} isn’t paid yet. Try again once the shop has charged your card or released the hold.`
    case 'settling':
      return 'One of your payments is being settled right now. Try again in a few minutes.'
  }
}

/** Refuses as `account_in_use`, with the reason, while appointments are upcoming or money is open. */
export async function requireNoOpenPayments(tx: Queryable, account: LockedAccount, at: Date): Promise<void> {
  const open = await listOpen(tx, account, at)
  if (open.length === 0) return
  refuse('account_in_use', { sentence: sentenceOf(open, account.closingShops.length > 0) })
}
