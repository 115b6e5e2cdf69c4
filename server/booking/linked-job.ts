import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { consumeWrongTry } from '../identity/limits/rate-limit.ts'
import { appointmentNamedBy, isLinkOf } from '../notifications/appointment-link.ts'

const linkDays = 30
const dayMs = 86_400_000
/**
 * Guesses of the last four digits of a phone: by one network, and by all, so that few are tried in 30 days.
 */
const networkGuesses = { windowSeconds: 3600, max: 5 }
const allGuesses = { windowSeconds: 86_400, max: 20 }

/** The pages behind a link to a job whose answer needs the phone of the customer. */
type JobPage = 'price' | 'sign-off'

/**
 * The appointment behind the link to a page, with its shop and package, until 30 days after its end. Refuses
 * a forged link, one to an email or phone that was corrected since, and one of an appointment that was
 * cancelled, alike as `link_not_valid`.
 */
export async function getLinkedJob(
  db: Queryable,
  context: Context,
  token: string,
  { page, lock }: { page: JobPage; lock: boolean },
) {
  const id = appointmentNamedBy(token)
  if (id === null) return refuse('link_not_valid')
  const query = db
    .selectFrom('appointments as a')
    .innerJoin('shops as s', 's.id', 'a.shop_id')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .selectAll('a')
    .select(['s.business_name', 's.phone', 's.time_zone', 's.takes_tips', 'p.name as package_name'])
    .select(['p.main_feature', 'p.features'])
    .where('a.id', '=', id)
    .where('a.state', 'in', ['booked', 'completed'])
    .where('a.ends_at', '>', new Date(context.clock.now() - linkDays * dayMs))
  const linked = await (lock ? query.forUpdate('a') : query).executeTakeFirst()
  return linked && isLinkOf(context, page, linked, token) ? linked : refuse('link_not_valid')
}

export type LinkedJob = Awaited<ReturnType<typeof getLinkedJob>>
type LockLinkedJob = (tx: Queryable) => Promise<LinkedJob>
type Guess = { token: string; page: JobPage; phoneEnd: string; network: string }

/**
 * Does the work of the person who has the link and knows the phone. `lockJob` reads the appointment under its
 * lock. Refuses as `getLinkedJob` does, other digits as `phone_not_matching`, and every try as
 * `too_many_requests` after 5 wrong ones of a network in an hour or 20 of all in a day.
 */
export async function withPhoneOfJob<Result>(
  context: Context,
  { token, page, phoneEnd, network }: Guess,
  work: (lockJob: LockLinkedJob, id: string) => Promise<Result>,
): Promise<Result> {
  const { db } = context.database
  const found = await getLinkedJob(db, context, token, { page, lock: false })
  const { id } = found
  const hasDigits = ({ customer_phone: phone }: LinkedJob) => phone.endsWith(phoneEnd)
  const isRight = hasDigits(found)
  // Under the row's lock each request would wait for a second connection.
  await consumeWrongTry(context, `${page}:${id}:${network}`, networkGuesses, { isRight })
  await consumeWrongTry(context, `${page}:${id}`, allGuesses, { isRight })
  if (!isRight) refuse('phone_not_matching', { field: 'phoneEnd' })
  const lockJob: LockLinkedJob = async (tx) => {
    const linked = await getLinkedJob(tx, context, token, { page, lock: true })
    // The phone was corrected in between.
    return hasDigits(linked) ? linked : refuse('phone_not_matching', { field: 'phoneEnd' })
  }
  return work(lockJob, id)
}
