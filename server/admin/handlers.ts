import { giveBackSentence } from '../../contract/payments/give-back.ts'
import type { Handlers } from '../http/handlers.ts'
import { bookForCaller } from '../booking/desk/book-for-caller.ts'
import { changeShop } from '../shops/change-shop.ts'
import { changeShopStatus } from '../shops/change-shop-status.ts'
import { decideShopChange } from '../shops/decide-shop-change.ts'
import { findLeftAtShop } from '../payments/shop-returns.ts'
import { narrowTo } from '../identity/sessions/shop-scope.ts'
import { askForCard } from './ask-for-card.ts'
import { chargeFee, refundFee, waiveFee } from './cancellation-fee.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { capturePayment } from './capture-payment.ts'
import { confirmAppointment } from './confirm-appointment.ts'
import { correctCustomerContact } from './correct-contact.ts'
import { evidenceHandlers } from './evidence/handlers.ts'
import { exportAppointments } from './export.ts'
import { getAppointmentDetails } from './appointment-details.ts'
import { listAttention } from './attention.ts'
import { moveAppointment } from './move-appointment.ts'
import { listAppointments } from './queries.ts'
import { listMisfits, previewMisfits } from './misfits.ts'
import { findBoard } from './board.ts'
import { findOverview } from './overview.ts'
import { findStatement } from './payout-statement.ts'
import { exportPayouts, exportStatement } from './payouts/export-payouts.ts'
import { listPayouts } from './payouts/list-payouts.ts'
import { recordPayout } from './payouts/record-payout.ts'
import { recordShopPayment } from './record-shop-payment.ts'
import { returnShopPayment } from './return-shop-payment.ts'
import { resendMail } from './resend-mail.ts'
import { decideCustomer } from './decide-customer.ts'
import { watchCustomers } from './watched-customers.ts'
import { mailUpcomingCustomers } from './upcoming-customer-mails.ts'

export const adminHandlers = {
  ...evidenceHandlers,
  'admin.listAppointments': async ({ context, actor, query, setHeader }) => {
    const { appointments, nextAfter, total } = await listAppointments(context, actor, query)
    if (nextAfter !== null) setHeader('x-next-after', nextAfter)
    if (total !== null) setHeader('x-total-count', total)
    return appointments
  },
  'admin.exportAppointments': async ({ context, actor, query, setHeader }) => {
    const stream = await exportAppointments(context, actor.scope, query)
    setHeader('content-disposition', 'attachment; filename="appointments.csv"')
    return stream
  },
  'admin.findAppointment': ({ context, actor, params }) => getAppointmentDetails(context, actor, params.id),
  'admin.capturePayment': async ({ context, actor, params, body }) => {
    const { chargedAnew } = await capturePayment(context, actor, params.id, body?.seenDueCents)
    return {
      id: params.id,
      paymentStatus: 'completed' as const,
      ...(chargedAnew ? { note: 'The hold had expired, so we charged the saved card.' } : {}),
    }
  },
  'admin.changeStatus': async ({ context, actor, params, body }) => {
    await cancelAppointment(context, actor, params.id, body.reason)
    const leftCents = await findLeftAtShop(context.database.db, params.id)
    return {
      id: params.id,
      paymentStatus: 'cancelled' as const,
      ...(leftCents > 0 && { note: giveBackSentence(leftCents) }),
    }
  },
  'admin.chargeFee': async ({ context, actor, params, body }) => {
    await chargeFee(context, actor, params.id, body.feeCents)
    return getAppointmentDetails(context, actor, params.id)
  },
  'admin.waiveFee': async ({ context, actor, params }) => {
    await waiveFee(context, actor, params.id)
    return getAppointmentDetails(context, actor, params.id)
  },
  'admin.refundFee': async ({ context, actor, params }) => {
    await refundFee(context, actor, params.id)
    return getAppointmentDetails(context, actor, params.id)
  },
  'admin.bookAppointment': ({ context, actor, device, headers, body }) =>
    bookForCaller(context, actor, {
      order: body,
      key: headers['idempotency-key'],
      network: device.network,
    }),
  'admin.recordPayment': async ({ context, actor, params, body }) => {
    await recordShopPayment(context, actor, params.id, body)
    return getAppointmentDetails(context, actor, params.id)
  },
  'admin.returnPayment': async ({ context, actor, params, body }) => {
    await returnShopPayment(context, actor, params.id, body.leftAtShopCents)
    return getAppointmentDetails(context, actor, params.id)
  },
  'admin.askForCard': async ({ context, actor, params }) => {
    await askForCard(context, actor, params.id)
    return getAppointmentDetails(context, actor, params.id)
  },
  'admin.correctContact': async ({ context, actor, params, body }) => {
    await correctCustomerContact(context, actor, params.id, body)
    return getAppointmentDetails(context, actor, params.id)
  },
  'admin.moveAppointment': ({ context, actor, params, body }) =>
    moveAppointment(context, actor, params.id, body),
  'admin.confirmAppointment': async ({ context, actor, params }) => {
    await confirmAppointment(context, actor, params.id)
    return getAppointmentDetails(context, actor, params.id)
  },
  'admin.listAttention': ({ context, actor, query }) => {
    const shopId = query.shopId === undefined ? null : Number(query.shopId)
    return listAttention(context, { ...actor, scope: narrowTo(actor.scope, shopId) })
  },
  'admin.resendMail': async ({ context, actor, params }) => {
    await resendMail(context, actor, params.id)
    return { ok: true as const }
  },
  'admin.listCustomers': ({ context, query }) => watchCustomers(context, query.email),
  'admin.decideCustomer': ({ context, actor, params, body }) =>
    decideCustomer(context, actor, params.id, body),
  'admin.findBoard': ({ context, actor, query }) => findBoard(context, actor.scope, query),
  'admin.findOverview': ({ context, actor, query }) => findOverview(context, actor.scope, query),
  'admin.listMisfits': ({ context, actor, params }) => listMisfits(context, actor.scope, Number(params.id)),
  'admin.previewMisfits': ({ context, actor, params, body }) =>
    previewMisfits(context, actor.scope, Number(params.id), body),
  'admin.findStatement': ({ context, actor, params, query }) =>
    findStatement(context, actor.scope, Number(params.id), query.month),
  'admin.exportStatement': async ({ context, actor, params, query, setHeader }) => {
    const stream = await exportStatement(context, actor.scope, Number(params.id), query.month)
    setHeader(
      'content-disposition',
      `attachment; filename="payout-statement-${params.id}-${query.month}.csv"`,
    )
    return stream
  },
  'payouts.list': ({ context, query }) => listPayouts(context, query.month ?? null),
  'payouts.export': async ({ context, query, setHeader }) => {
    const stream = await exportPayouts(context, query.month)
    setHeader('content-disposition', `attachment; filename="payouts-${query.month}.csv"`)
    return stream
  },
  'payouts.record': ({ context, actor, params, body }) =>
    recordPayout(context, actor, Number(params.id), body),
  // These mail customers, which the feature of shops cannot.
  'shops.change': ({ context, actor, device, params, body }) =>
    changeShop(
      context,
      actor,
      Number(params.id),
      { input: body, network: device.network },
      mailUpcomingCustomers,
    ),
  'shops.changeStatus': ({ context, actor, params, body }) =>
    changeShopStatus(context, actor, Number(params.id), body, mailUpcomingCustomers),
  'shops.decideChange': ({ context, actor, params, body }) =>
    decideShopChange(context, actor, Number(params.id), body, mailUpcomingCustomers),
} satisfies Partial<Handlers>
