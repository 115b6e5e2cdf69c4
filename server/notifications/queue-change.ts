import { undoMs } from '../../contract/admin/move-times.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../database/open-database.ts'
import { findCollecting, isToldBy, withdrawCollected, type Told } from './merge-changes.ts'
import { queueMail, type QueuedMail } from './queue-mail.ts'

type ChangeMail = QueuedMail & { kind: 'appointment_rescheduled' | 'package_changed' }

/** Whether a mail reports a change of the appointment. */
export function isChange(mail: QueuedMail): mail is ChangeMail {
  return mail.kind === 'appointment_rescheduled' || mail.kind === 'package_changed'
}

/**
 * Queues a change: the first one at once, those soon after it as one mail about all of them. Nothing is
 * mailed when the last one restores what the customer was told.
 */
export async function queueChange(tx: Queryable, context: Context, mail: ChangeMail): Promise<void> {
  const now = new Date(context.clock.now())
  const withdrawn = await withdrawCollected(tx, context, mail.payload.appointmentId)
  const collecting =
    (await findCollecting(tx, context, mail.payload.appointmentId)) ??
    (withdrawn && { told: withdrawn, until: now })
  if (!collecting) return void (await queueMail(tx, mail))
  const outboxId = await queueMail(tx, { ...mail, delivery: { isMerged: true } })
  context.log.info({ outboxId, kind: mail.kind, reason: 'merged' }, 'a mail was withheld')
  const told = withdrawn ?? collecting.told
  if (!isToldBy(told, mail.payload)) await queueMail(tx, aboutAll(mail, told, collecting.until))
}

/** A mail about all changes since the customer was told how the appointment stands. */
function aboutAll(
  { payload, recipient, at, actorId }: ChangeMail,
  told: Told,
  collectsUntil: Date,
): QueuedMail {
  return {
    kind: 'appointment_changed',
    recipient,
    at,
    actorId: actorId ?? null,
    payload: {
      ...payload,
      previousStartsAt: told.startsAt,
      previousPackageName: told.packageName,
      previousPriceCents: told.priceCents,
    },
    delivery: { collectsUntil },
  }
}

/**
 * Queues a move by the shop, which leaves once it can no longer be undone. Without `notify` the customer is
 * told only if a mail about an earlier move was withdrawn and the appointment still differs from what the
 * customer knows.
 */
export async function queueShopMove(
  tx: Queryable,
  context: Context,
  mail: ChangeMail,
  notify: boolean,
): Promise<void> {
  const { appointmentId } = mail.payload
  const withdrawn = await withdrawCollected(tx, context, appointmentId)
  if (!notify && withdrawn === null) return
  const collecting = await findCollecting(tx, context, appointmentId)
  const told = withdrawn ?? collecting?.told ?? null
  const undoneUntil = context.clock.now() + undoMs
  const collectsUntil = new Date(Math.max(undoneUntil, collecting?.until.getTime() ?? 0))
  if (told === null) await queueMail(tx, { ...mail, delivery: { collectsUntil } })
  else if (!isToldBy(told, mail.payload)) await queueMail(tx, aboutAll(mail, told, collectsUntil))
}
