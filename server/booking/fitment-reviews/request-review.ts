import { v7 as uuid } from 'uuid'
import type { vehicleInput } from '../../../contract/catalog/vehicle.ts'
import type { OfferedFitment } from '../../../contract/fitment/package-fitment.ts'
import { resolveFitment } from '../../../contract/fitment/resolve-fitment.ts'
import type { User } from '../../../contract/identity/identity.ts'
import { refuse } from '../../../contract/refusals.ts'
import { builtInShopId } from '../../../contract/shops/shops.ts'
import type * as z from 'zod/mini'
import { getPackage, vehicleOf } from '../../catalog/queries.ts'
import type { Context } from '../../context.ts'
import { lockCustomer } from '../../customers/own-appointments.ts'
import { findRestrictions, requireNotBlocked } from '../../customers/restrictions.ts'
import { requireOwnAnswers } from '../../fitment/check-fitment.ts'
import type { Car } from '../../fitment/judge-package.ts'
import { getFitmentData } from '../../fitment/queries.ts'
import { supportedCar } from '../../fitment/supported-car.ts'
import { queueFitmentCheckMail } from '../../notifications/queue-shop-mail.ts'
import { lockApprovedShop } from '../../slots/find-free-bay.ts'

/** Open requests of one customer; more would keep a shop busy for nothing. */
const mostOpenRequests = 3

type ReviewRequest = {
  vehicleInfo: z.infer<typeof vehicleInput>
  productId: number | string
  shopId?: number | undefined
  fitment: OfferedFitment
}

/**
 * Asks a shop about a car without a purchase, for a verdict that leaves the sale open or needs an activation
 * alone. The same question asked again is the open one. The answer goes to the account's address, which has
 * to be proven. Refuses an unproven customer as
 * `email_not_proven`, and more than three open requests as `too_many_requests`.
 */
export async function requestReview(
  context: Context,
  actor: User,
  { vehicleInfo, productId, shopId = builtInShopId, fitment }: ReviewRequest,
): Promise<{ id: string }> {
  if (!actor.emailVerified) refuse('email_not_proven')
  const now = context.clock.now()
  const car = supportedCar(vehicleInfo, now)
  const packageId = Number(productId)
  const review = await context.database.transaction(async (tx) => {
    await lockApprovedShop(tx, shopId)
    await lockCustomer(tx, actor.id)
    requireNotBlocked(await findRestrictions(tx, actor.id, now))
    await getPackage(tx, packageId)
    const { data } = await getFitmentData(context.database, tx)
    requireOwnAnswers(data, car, fitment.answers)
    const { packages } = resolveFitment(data, { ...car, answers: fitment.answers, packageIds: [packageId] })
    const [verdict] = packages
    if (verdict?.outcome !== 'activation_only' && verdict?.outcome !== 'needs_review')
      refuse('fitment_changed')
    const open = await tx
      .selectFrom('fitment_reviews')
      .selectAll()
      .where('customer_id', '=', actor.id)
      .where('appointment_id', 'is', null)
      .where('answered_at', 'is', null)
      .execute()
    const same = open.find(
      (review) =>
        review.shop_id === shopId && review.package_id === packageId && isSameCar(vehicleOf(review), car),
    )
    if (same) return { id: same.id }
    if (open.length >= mostOpenRequests)
      refuse('too_many_requests', { sentence: 'You have 3 open requests. We’ll answer those first.' })
    const id = uuid()
    await tx
      .insertInto('fitment_reviews')
      .values({
        id,
        shop_id: shopId,
        appointment_id: null,
        customer_id: actor.id,
        package_id: packageId,
        contact_name: actor.name,
        contact_email: actor.email,
        vehicle_year: car.year,
        vehicle_make: car.make,
        vehicle_model: car.model,
        vehicle_vin: car.vin,
        answers: JSON.stringify(fitment.answers),
        reason: verdict.reason,
        opened_at: new Date(now),
      })
      .execute()
    await queueFitmentCheckMail(tx, context, id, 'opened')
    return { id }
  })
  context.triggerJob('notifications.send-outbox')
  return review
}

function isSameCar(one: Car, other: Car): boolean {
  return (
    one.year === other.year && one.make === other.make && one.model === other.model && one.vin === other.vin
  )
}
