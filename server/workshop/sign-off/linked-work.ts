import { isWorkDone } from '../../../contract/workshop/work-states.ts'
import { signOffWording } from '../../../contract/workshop/work-order.ts'
import type { LinkedSignOff, LinkedWork } from '../../../contract/workshop/sign-off.ts'
import { refuse } from '../../../contract/refusals.ts'
import { vehicleOf } from '../../catalog/queries.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../database/open-database.ts'
import { consumeRateLimit, giveBackUse } from '../../identity/limits/rate-limit.ts'
import { appointmentNamedBy, isLinkOf } from '../../notifications/appointment-link.ts'
import { readWorkOrders } from '../work-orders/read-work-orders.ts'
import { insertSignOff } from './insert-sign-off.ts'

const linkDays = 30
const dayMs = 86_400_000
/**
 * Guesses of the last four digits of a phone: by one network, and by all, so that few are tried in 30 days.
 */
const networkGuesses = { windowSeconds: 3600, max: 5 }
const allGuesses = { windowSeconds: 86_400, max: 20 }

/**
 * The appointment behind the link to sign, until 30 days after its end. Refuses a forged link, one to an
 * email or phone that was corrected since, and one of an appointment that was cancelled, alike as
 * `link_not_valid`.
 */
async function getLinked(db: Queryable, context: Context, token: string, { lock }: { lock: boolean }) {
  const id = appointmentNamedBy(token)
  if (id === null) return refuse('link_not_valid')
  const query = db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .selectAll('a')
    .select(['s.business_name', 's.phone', 's.time_zone', 'p.name as package_name'])
    .select(['p.main_feature', 'p.features'])
    .where('a.id', '=', id)
    .where('a.state', 'in', ['booked', 'completed'])
    .where('a.ends_at', '>', new Date(context.clock.now() - linkDays * dayMs))
  const linked = await (lock ? query.forUpdate('a') : query).executeTakeFirst()
  return linked && isLinkOf(context, 'sign-off', linked, token) ? linked : refuse('link_not_valid')
}

/** The work behind the link to sign it. Refuses as `getLinked` does. */
export async function findLinkedWork(context: Context, token: string): Promise<LinkedWork> {
  const linked = await getLinked(context.database.db, context, token, { lock: false })
  const workOrders = await readWorkOrders(context, [{ ...linked, generation_id: null }])
  const workOrder = workOrders.get(linked.id) ?? refuse('link_not_valid')
  const { state, notes, photos, signOff } = workOrder
  return {
    firstName: linked.customer_name.trim().split(/\s+/)[0] ?? '',
    vehicleInfo: vehicleOf(linked),
    packageName: linked.package_name,
    packageParts: [linked.main_feature, ...linked.features],
    shopName: linked.business_name,
    shopPhone: linked.phone,
    timeZone: linked.time_zone,
    notes: notes.flatMap(({ id, kind, body }) => (kind === 'customer' ? [{ id, body }] : [])),
    photos,
    wording: signOffWording,
    signedAt: signOff?.signedAt ?? null,
    canSign: signOff === null && isWorkDone(state),
  }
}

/**
 * Keeps the signature of the person who has the link and knows the phone. Refuses as `getLinked` and
 * `insertSignOff` do, as `phone_not_matching` other digits, and as `too_many_requests` after 5 guesses of a
 * network in an hour or 20 of all in a day. A right one does not count.
 */
export async function signByLink(
  context: Context,
  { token, phoneEnd, ...signed }: LinkedSignOff,
  network: string,
): Promise<LinkedWork> {
  const { id } = await getLinked(context.database.db, context, token, { lock: false })
  const counters = [`sign-off:${id}:${network}`, `sign-off:${id}`] as const
  await consumeRateLimit(context, counters[0], networkGuesses)
  await consumeRateLimit(context, counters[1], allGuesses)
  let isRight = false
  try {
    await context.database.transaction(async (tx) => {
      const linked = await getLinked(tx, context, token, { lock: true })
      if (!linked.customer_phone.endsWith(phoneEnd)) refuse('phone_not_matching', { field: 'phoneEnd' })
      isRight = true
      await insertSignOff(tx, context, linked, { ...signed, actorId: null })
    })
  } finally {
    // Under the row's lock each request would wait for a second connection.
    if (isRight) for (const counter of counters) await giveBackUse(context, counter)
  }
  context.triggerJob('notifications.send-outbox')
  return findLinkedWork(context, token)
}
