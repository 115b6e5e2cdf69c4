import type { PackageChoice } from '../../contract/booking/appointments.ts'
import type { User } from '../../contract/identity/identity.ts'
import { Refusal } from '../../contract/refusals.ts'
import { listPackages } from '../catalog/queries.ts'
import type { Context } from '../context.ts'
import { toPackageFitment } from '../fitment/check-fitment.ts'
import { consumeRateLimit } from '../identity/limits/rate-limit.ts'
import { fitAtPresentStart } from '../holds/apply-package.ts'
import { requireNoConflict } from '../customers/own-appointments.ts'
import { listVerdicts } from './judge-change.ts'
import { lockOwnAppointment } from './lock-own-appointment.ts'

/** Each call looks up the day of the shop under its lock. */
const perCustomer = { windowSeconds: 60, max: 60 }

/**
 * Asks for each package whether the customer's own appointment could change to it at its present start, by
 * the rules of the change itself. `problem` is the sentence of the refusal, null when it could; `fitment` is
 * the verdict on the car. Refuses as `lockOwnAppointment` does, and more than 60 calls in a minute as
 * `too_many_requests`.
 */
export async function listPackageChoices(
  context: Context,
  actor: User,
  id: string,
): Promise<PackageChoice[]> {
  await consumeRateLimit(context, `package-choices:${actor.id}`, perCustomer)
  const now = context.clock.now()
  return context.database.transaction(async (tx) => {
    const appointment = await lockOwnAppointment(tx, id, actor.id, now)
    const offers = await listPackages(tx)
    const { version, verdicts } = await listVerdicts(
      tx,
      context,
      appointment,
      offers.map(({ id }) => id),
    )
    const choices: PackageChoice[] = []
    for (const verdict of verdicts) {
      const offer = offers.find(({ id: packageId }) => packageId === verdict.packageId)
      if (!offer) throw new Error('A verdict on a package that is not on offer')
      const durationMinutes = offer.durationMinutes + verdict.extraMinutes
      const problem = await findProblem(async () => {
        const job = await fitAtPresentStart(tx, appointment, durationMinutes, now)
        const startsAt = appointment.starts_at.getTime()
        await requireNoConflict(tx, context, appointment, { startsAt, endsAt: job.endsAt })
      })
      const fitment = toPackageFitment(verdict)
      choices.push({ productId: verdict.packageId, problem, fitment, ruleVersion: version })
    }
    return choices
  })
}

async function findProblem(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
