import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { Readable } from 'node:stream'
import type { AppointmentFilters } from '../../contract/admin/appointment-list.ts'

/** Exports. */
export async function exportAppointments(
  context: Context,
  actor: User,
  filters: AppointmentFilters,
): Promise<Readable> {
  void [context, actor, filters]
  return refuse('unavailable')
}

/** Exports. */
export async function exportStatement(
  context: Context,
  actor: User,
  shopId: number,
  month: string,
): Promise<Readable> {
  void [context, actor, shopId, month]
  return refuse('unavailable')
}
