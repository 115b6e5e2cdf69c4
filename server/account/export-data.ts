import { brandName } from '../../contract/brand.ts'
import type { Context } from '../context.ts'
import type { Device } from '../identity/sessions/device.ts'
import { exportContacts } from '../contacts/own-contacts.ts'
import { findAccount } from '../identity/find-account.ts'
import { consumeRateLimit } from '../identity/limits/rate-limit.ts'
import type { Actor } from '../identity/sessions/shop-scope.ts'
import { subjectOfMail } from '../notifications/queue-mail.ts'
import { listFitmentReviews } from './exported-fitment.ts'
import { listOwnPhotos } from '../photos/list-own-photos.ts'
import { exportAppointments, listMails, listOtherAddresses } from './exported-appointments.ts'
import { exportTexts } from '../texts/own-texts.ts'
import { exportShops } from './exported-shops.ts'
import { exportStanding } from './exported-standing.ts'

const limit = { windowSeconds: 3600, max: 20 }

/**
 * Exports all data about the actor in readable form: amounts in cents, instants in UTC. It contains no
 * secrets, hashes or tokens and no other person's data: a mail about another person's appointment appears
 * only as sent. Refuses as `too_many_requests` after 20 exports in an hour.
 */
export async function exportData(
  context: Context,
  actor: Actor,
  device: Device,
): Promise<Record<string, unknown>> {
  await consumeRateLimit(context, `export-data:${actor.id}`, limit)
  const { db } = context.database
  const { user, createdAt, sessions, passkeys, recoveryCodesLeft } = await findAccount(context, actor, device)
  const signIns = await db
    .selectFrom('accounts')
    .select(['provider_id', 'created_at'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  const mails = await listMails(db, user)
  return {
    about: `Everything that ${brandName} keeps about you. Amounts are in US cents, times in UTC where they say nothing else.`,
    exportedAt: new Date(context.clock.now()).toISOString(),
    profile: {
      name: user.name,
      email: user.email,
      emailConfirmed: user.emailVerified,
      photo: user.image,
      role: user.role,
      createdAt,
    },
    signIns: signIns.map(({ provider_id: provider, created_at: since }) => ({
      with: provider === 'credential' ? 'password' : provider,
      since: since.toISOString(),
    })),
    passkeys: passkeys.map(({ name, createdAt: addedAt }) => ({ name, addedAt })),
    secondFactor: { on: user.secondFactor, recoveryCodesLeft },
    sessions: sessions.map(({ present, signedInAt, lastUsedAt, address, userAgent }) => {
      return { present, signedInAt, lastUsedAt, networkAddress: address, browser: userAgent }
    }),
    otherAddresses: await listOtherAddresses(db, user.id),
    fitmentReviews: await listFitmentReviews(db, user.id),
    appointments: await exportAppointments(db, user.id),
    contacts: await exportContacts(db, user),
    texts: await exportTexts(db, user.id),
    photos: await listOwnPhotos(context, user.id),
    againstAbuse: await exportStanding(db, user.id),
    shops: await exportShops(context, actor),
    mails: mails.map(({ kind, payload, created_at: at, sent_at: sentAt, is_own: isOwn }) => ({
      kind,
      subject: isOwn ? subjectOfMail(kind, payload) : null,
      writtenAt: at.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
  }
}
