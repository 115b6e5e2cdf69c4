import { isWorkDone } from '../../../contract/workshop/work-states.ts'
import { signOffWording } from '../../../contract/workshop/work-order.ts'
import type { LinkedSignOff, LinkedWork } from '../../../contract/workshop/sign-off.ts'
import { refuse } from '../../../contract/refusals.ts'
import { getLinkedJob, withPhoneOfJob } from '../../booking/linked-job.ts'
import { vehicleOf } from '../../catalog/queries.ts'
import type { Context } from '../../context.ts'
import { readWorkOrders } from '../work-orders/read-work-orders.ts'
import { insertSignOff } from './insert-sign-off.ts'

/** The work behind the link to sign it. Refuses as `getLinkedJob` does. */
export async function findLinkedWork(context: Context, token: string): Promise<LinkedWork> {
  const linked = await getLinkedJob(context.database.db, context, token, {
    page: 'sign-off',
    lock: false,
  })
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
 * Keeps the signature of the person who has the link and knows the phone. Refuses as `withPhoneOfJob` and
 * `insertSignOff` do.
 */
export async function signByLink(
  context: Context,
  { token, phoneEnd, ...signed }: LinkedSignOff,
  network: string,
): Promise<LinkedWork> {
  const guess = { token, page: 'sign-off', phoneEnd, network } as const
  await withPhoneOfJob(context, guess, (lockJob) =>
    context.database.transaction(async (tx) =>
      insertSignOff(tx, context, await lockJob(tx), { ...signed, actorId: null }),
    ),
  )
  context.triggerJob('notifications.send-outbox')
  return findLinkedWork(context, token)
}
