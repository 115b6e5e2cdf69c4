import type { User } from '../../contract/identity/identity.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'

/** Gets. */
export async function getAppointmentDetails(
  context: Context,
  actor: User,
  id: string,
): Promise<AppointmentDetails> {
  void [context, actor, id]
  return refuse('unavailable')
}
