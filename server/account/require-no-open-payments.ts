import { sql } from 'kysely'
import type { AppointmentState } from '../../contract/booking/appointment-states.ts'
import { closedStatuses } from '../../contract/payments/dispute-states.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf, formatLongDay } from '../../contract/time.ts'
import type { Queryable } from '../database/open-database.ts'
import { openStates } from '../../contract/payments/hold-states.ts'
import type { LockedAccount } from './lock-account.ts'

type Open = {
  state: AppointmentState
  starts_at: Date
  ends_at: Date
  time_zone: string
  is_disputed: boolean
}

/** Whether the bank has not decided a dispute of an appointment `a`: the answer needs the customer's data. */
const isDisputed = sql<boolean>`exists (
  select from disputes d where d.appointment_id = a.id and d.status <> all(${closedStatuses}))`

/**
 * The account's upcoming appointments and those with open money: the customer's own or, for a shop, the
 * shop's.
 */
async function listOpen(tx: Queryable, account: LockedAccount, now: Date): Promise<Open[]> {
  return tx
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .select(['a.state', 'a.starts_at', 'a.ends_at', 's.time_zone', isDisputed.as('is_disputed')])
    .where((where) =>
      where.or([
        where('a.customer_id', '=', account.id),
        ...(account.closingShops.length === 0 ? [] : [where('a.shop_id', 'in', account.closingShops)]),
      ]),
    )
    .where((where) =>
      where.or([
        where('a.state', 'in', ['claimed', 'booked']),
        isDisputed,
        where.and([where('a.state', '=', 'completed'), where('a.ends_at', '>', now)]),
        where.exists(
          where
            .selectFrom('holds as h')
            .select('h.id')
            .whereRef('h.appointment_id', '=', 'a.id')
            .where('h.status', 'in', ['live', ...openStates]),
        ),
      ]),
    )
    .orderBy('a.starts_at')
    .execute()
}

function sentenceOf(open: readonly Open[], isShop: boolean, now: Date): string {
  const next = open.find(({ state, ends_at: endsAt }) => {
    return (state === 'booked' || state === 'completed') && endsAt > now
  })
  const day = (of: Open) => formatLongDay(dayOf(of.starts_at.getTime(), of.time_zone))
  if (isShop) {
    return next
      ? `Your shop has upcoming appointments, the next on ${day(next)}. Ask an administrator to cancel or move them first.`
      : 'Your shop has appointments that are not paid or settled yet. Please capture or cancel them first.'
  }
  if (next?.state === 'booked')
    return `You have an appointment on ${day(next)}. Cancel it first, or delete your account after it.`
  if (next) return `You have an appointment on ${day(next)}. Delete your account after it.`
  if (open.some(({ state }) => state === 'claimed'))
    return 'You have an order with an unfinished payment. Finish or cancel it first.'
  if (open.some(({ is_disputed: isOpen }) => isOpen))
    return 'You’re disputing a payment with your bank. Delete your account once the bank has decided.'
  const past = open.find(({ state }) => state === 'booked')
  return past
    ? `The installation on ${day(past)} isn’t paid yet. Try again once the shop has charged your card or released the hold.`
    : 'One of your payments is being settled right now. Try again in a few minutes.'
}

/** Refuses as `account_in_use`, with the reason, while appointments are upcoming or money is open. */
export async function requireNoOpenPayments(tx: Queryable, account: LockedAccount, at: Date): Promise<void> {
  const open = await listOpen(tx, account, at)
  if (open.length === 0) return
  refuse('account_in_use', { sentence: sentenceOf(open, account.closingShops.length > 0, at) })
}
