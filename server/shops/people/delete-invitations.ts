import type { Context } from '../../context.ts'

const keptMs = 30 * 86_400_000

/** Deletes invitations 30 days after they ended or expired: they name an address of a person. */
export async function deleteOldInvitations({ clock, database: { db } }: Context): Promise<void> {
  const until = new Date(clock.now() - keptMs)
  await db
    .deleteFrom('shop_invitations')
    .where((where) => where.or([where('ended_at', '<', until), where('expires_at', '<', until)]))
    .execute()
}
