import { vehicleOf } from '../catalog/queries.ts'
import type { Queryable } from '../database/open-database.ts'

/** Fitment verdicts on a customer's appointments, oldest first. */
export async function readVerdicts(db: Queryable, customerId: string) {
  return db
    .selectFrom('fitment_verdicts as v')
    .innerJoin('appointments as a', 'a.id', 'v.appointment_id')
    .innerJoin('packages as p', 'p.id', 'v.package_id')
    .select(['v.appointment_id', 'p.name as package', 'v.outcome', 'v.reason', 'v.answers', 'v.conditions'])
    .select('v.decided_at')
    .where('a.customer_id', '=', customerId)
    .orderBy('v.id')
    .execute()
}

type Verdict = Awaited<ReturnType<typeof readVerdicts>>[number]

export function verdictOf({ package: name, outcome, reason, answers, conditions, decided_at: at }: Verdict) {
  return { package: name, outcome, reason, answers, conditions, at: at.toISOString() }
}

/** A customer's questions to shops whether a package fits, oldest first. */
export async function listFitmentReviews(db: Queryable, customerId: string) {
  const rows = await db
    .selectFrom('fitment_reviews')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('opened_at')
    .execute()
  return rows.map((row) => ({
    appointmentId: row.appointment_id,
    vehicle: vehicleOf(row),
    contact: { name: row.contact_name, email: row.contact_email },
    answers: row.answers,
    reason: row.reason,
    openedAt: row.opened_at.toISOString(),
    photoAsked: row.photo_asked_note,
    outcome: row.outcome,
    note: row.note,
    answeredAt: row.answered_at?.toISOString() ?? null,
  }))
}
