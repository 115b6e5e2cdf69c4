import {
  agreedFeeHeader,
  agreedHoursHeader,
  shownFeeHeader,
} from '../../contract/booking/cancellation-terms.ts'
import { bookingRefusedHeader, reviewTokenHeader } from '../../contract/routes.ts'
import { builtInShopId } from '../../contract/shops/shops.ts'
import type { User } from '../../contract/identity/identity.ts'
import type { Context } from '../context.ts'
import { claimGuestAppointments, hasGuestAppointments } from '../customers/guests.ts'
import { listOwn as listWithSlot } from '../customers/own-appointments.ts'
import { findRestrictions } from '../customers/restrictions.ts'
import { recordLimitHits } from '../customers/limit-hits.ts'
import type { Handlers } from '../http/handlers.ts'
import { requireOwnAddress } from './require-own-address.ts'
import { shownTermsOf } from './agreed-fee.ts'
import { bookAppointment } from './book-appointment.ts'
import { cancelOwnAppointment } from './cancel-own-appointment.ts'
import { correctOwnContact } from './correct-contact.ts'
import { proveAddress } from './prove-address.ts'
import { confirmCard, findCardRequest } from './confirm-card-by-link.ts'
import { changePackage, type AskedConfirmation } from './change-package.ts'
import { getFreeSlots, listFreeDays } from '../slots/list-free-days.ts'
import { getCustomerAppointment, listCustomerAppointments } from './queries.ts'
import { recordJobOutcome } from './record-job-outcome.ts'
import { refusedLimit } from './refused-limit.ts'
import { listPackageChoices } from './list-package-choices.ts'
import { answerReview } from './fitment-reviews/answer-review.ts'
import { findReview } from './fitment-reviews/find-review.ts'
import { listReviews } from './fitment-reviews/list-reviews.ts'
import { replaceCard } from './replace-card.ts'
import { requestReview } from './fitment-reviews/request-review.ts'
import { sendPhoto } from './fitment-reviews/send-photo.ts'
import { waitForReview } from './fitment-reviews/wait-for-review.ts'
import { cancelByLink } from './reminder-links/cancel.ts'
import { confirmByLink } from './reminder-links/confirm.ts'
import { findLinkedAppointment } from './reminder-links/find-linked.ts'
import { moveByLink } from './reminder-links/move.ts'
import { rescheduleAppointment } from './reschedule-appointment.ts'
import { stopWaiting, waitForEarlier } from './waiting-list/wait-for-earlier.ts'

/** The fee in cents that a customer who cancels was shown; 0 without the header. */
function shownFeeOf(headers: { [shownFeeHeader]?: string | undefined }): number {
  return Number(headers[shownFeeHeader] ?? 0)
}

/** The appointments that shops booked for the proven address of an account become its own. */
async function takeOverGuestAppointments(context: Context, actor: User): Promise<void> {
  if (!actor.emailVerified || !(await hasGuestAppointments(context.database.db, actor.email))) return
  await context.database.transaction((tx) => claimGuestAppointments(tx, actor.id))
}

/**
 * A blocked customer, and one at the limit of upcoming appointments, learn it from the list, before an order
 * is filled in. Unpaid claims do not count: a new order replaces them.
 */
async function listOwn(context: Context, actor: User, setHeader: (name: string, value: string) => void) {
  await takeOverGuestAppointments(context, actor)
  const { db } = context.database
  const now = context.clock.now()
  const { isBlocked, lifted } = await findRestrictions(db, actor.id, now)
  const upcoming = (await listWithSlot(db, actor.id, now)).filter(({ isClaim }) => !isClaim).length
  if (isBlocked) setHeader(bookingRefusedHeader, 'customer_blocked')
  else if (upcoming >= context.config.limits.upcoming && !lifted.has('too_many_appointments'))
    setHeader(bookingRefusedHeader, `too_many_appointments; upcoming=${upcoming}`)
  return listCustomerAppointments(context, actor.id)
}

export const bookingHandlers = {
  'appointments.listFreeSlots': async ({ context, query }) => {
    const asked = {
      shopId: Number(query.shopId ?? builtInShopId),
      now: context.clock.now(),
      ...(query.productId === undefined ? {} : { packageId: Number(query.productId) }),
      ...(query.appointmentId === undefined ? {} : { appointmentId: query.appointmentId }),
      extraMinutes: Number(query.extraMinutes ?? 0),
    }
    return query.days === undefined
      ? getFreeSlots(context, { ...asked, day: query.date })
      : listFreeDays(context, { ...asked, day: query.date }, Number(query.days))
  },
  'appointments.listForEmail': async ({ context, actor, params, setHeader }) => {
    requireOwnAddress(actor, params.email)
    return listOwn(context, actor, setHeader)
  },
  'appointments.listOwn': async ({ context, actor, headers, setHeader }) => {
    const named = headers['x-user-email']
    if (named !== undefined) requireOwnAddress(actor, named)
    return listOwn(context, actor, setHeader)
  },
  'appointments.book': ({ context, actor, device, headers, body }) => {
    const caller = { id: actor.id, network: device.network }
    const agreed = shownTermsOf(headers[agreedFeeHeader], headers[agreedHoursHeader])
    return recordLimitHits(context, caller, refusedLimit, () =>
      bookAppointment(context, actor, device.network, {
        order: body,
        key: headers['idempotency-key'],
        agreed,
      }),
    )
  },
  'appointments.change': ({ context, actor, device, params, headers, body }) =>
    recordLimitHits(context, { id: actor.id, network: device.network }, refusedLimit, async () => {
      let asked: AskedConfirmation | null = null
      if ('productId' in body) {
        const wanted = {
          packageId: Number(body.productId),
          amount: body.amount,
          holdId: body.holdId,
          offered: body.fitment,
        }
        asked = await changePackage(context, actor, device.network, { id: params.id, wanted })
      } else if ('status' in body) await cancelOwnAppointment(context, actor, params.id, shownFeeOf(headers))
      else if ('contact' in body) await correctOwnContact(context, actor, params.id, body.contact)
      else await rescheduleAppointment(context, actor, params.id, { day: body.date, time: body.time })
      const appointment = await getCustomerAppointment(context, actor.id, params.id)
      return asked ? { ...appointment, requiresAction: true, ...asked } : appointment
    }),
  'appointments.findLinked': ({ context, body }) => findLinkedAppointment(context, body.token),
  'appointments.confirmByLink': async ({ context, body: { token } }) => {
    await confirmByLink(context, token)
    return findLinkedAppointment(context, token)
  },
  'appointments.moveByLink': async ({ context, device, body: { token, date, time } }) => {
    await moveByLink(context, device.network, { token, day: date, time })
    return findLinkedAppointment(context, token)
  },
  'appointments.cancelByLink': async ({ context, headers, body: { token } }) => {
    await cancelByLink(context, token, shownFeeOf(headers))
    return findLinkedAppointment(context, token)
  },
  'appointments.proveAddress': async ({ context, body }) => {
    await proveAddress(context, body.token)
    return { ok: true as const }
  },
  'appointments.waitForEarlier': ({ context, actor, params }) => waitForEarlier(context, actor, params.id),
  'appointments.stopWaiting': async ({ context, actor, params }) => {
    await stopWaiting(context, actor, params.id)
    return { ok: true as const }
  },
  'appointments.listPackageChoices': ({ context, actor, params }) =>
    listPackageChoices(context, actor, params.id),
  'fitment.listReviews': ({ context, actor, query }) =>
    listReviews(context, actor.scope, query.shopId === undefined ? undefined : Number(query.shopId)),
  'fitment.answerReview': async ({ context, actor, params, body }) => {
    await answerReview(context, actor, params.id, body)
    return { ok: true as const }
  },
  'fitment.recordOutcome': async ({ context, actor, params, body }) => {
    await recordJobOutcome(context, actor, params.id, body)
    return { ok: true as const }
  },
  'fitment.waitForReview': async ({ context, actor, params }) => {
    await waitForReview(context, actor, params.id)
    return { ok: true as const }
  },
  'fitment.requestReview': ({ context, actor, body }) => requestReview(context, actor, body),
  'fitment.findReview': ({ context, params, headers }) =>
    findReview(context, params.id, headers['x-review-token']),
  'fitment.addPhoto': ({ context, actor, params, headers, body }) =>
    sendPhoto(context, {
      reviewId: params.id,
      customerId: actor?.id ?? null,
      token: headers[reviewTokenHeader],
      file: body,
    }),
  'appointments.findCardRequest': ({ context, body }) => findCardRequest(context, body.token),
  'appointments.replaceCard': ({ context, actor, device: { network }, params: { id }, body }) =>
    recordLimitHits(context, { id: actor.id, network }, refusedLimit, () =>
      replaceCard(context, actor, network, { id, replacement: body }),
    ),
  'appointments.confirmCard': ({ context, device, body }) => confirmCard(context, device.network, body),
} satisfies Partial<Handlers>
