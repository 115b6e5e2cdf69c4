import * as z from 'zod/mini'
import { contactCorrection } from '../booking/appointments.ts'
import { byId, byIdempotencyKey, byShop, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import {
  administratorAppointment,
  appointmentDetails,
  captureReply,
  paymentStatusReply,
  statusChange,
} from './admin.ts'
import { appointmentFilters, appointmentListQuery } from './appointment-list.ts'
import { attention, attentionQuery, misfit, plannedShopChange } from './attention.ts'
import { board, boardQuery } from './board.ts'
import { customerDecision, customerWatch, customerWatchQuery, watchedCustomer } from './customers.ts'
import { deskOrder, deskReply, shopPayment } from './desk-order.ts'
import { appointmentMove, moveReply } from './move.ts'
import { overview, overviewQuery } from './overview.ts'
import { payoutStatement, statementQuery } from './payout-statement.ts'
import { newPayout, payoutMonth, shopPayout } from './payouts.ts'

export const adminEndpoints = {
  'admin.listAppointments': {
    summary:
      'Every appointment for administrators, its own for a shop; all in one reply, or with `limit` a page (headers x-next-after, x-total-count)',
    query: appointmentListQuery,
    reply: z.array(administratorAppointment),
    refusals: [],
  },
  'admin.exportAppointments': {
    summary: 'The appointments of a filter as CSV',
    query: appointmentFilters,
    reply: z.string(),
    replyType: 'text/csv',
    refusals: [],
  },
  'admin.findAppointment': {
    summary: 'One appointment with its money and its history',
    params: byId,
    reply: appointmentDetails,
    refusals: ['not_found'],
  },
  'admin.askForCard': {
    summary: 'Mail the customer a link to confirm the card again',
    params: byId,
    reply: appointmentDetails,
    refusals: ['not_found', 'card_not_needed', 'email_missing'],
  },
  'admin.correctContact': {
    summary: 'Correct the name, email or phone of an appointment',
    params: byId,
    body: contactCorrection,
    reply: appointmentDetails,
    refusals: ['not_found', 'appointment_not_changeable', 'too_many_requests'],
  },
  'admin.bookAppointment': {
    summary:
      'Book an appointment for a caller or a walk-in. Requests with the same Idempotency-Key book once',
    headers: byIdempotencyKey,
    body: deskOrder,
    reply: deskReply,
    status: 201,
    refusals: [
      'not_found',
      'shop_unknown',
      'package_unknown',
      'vehicle_not_supported',
      'package_not_for_vehicle',
      'fitment_answers_unknown',
      'fitment_changed',
      'condition_not_accepted',
      'not_a_start_time',
      'bay_unknown',
      'bay_taken',
      'bay_blocked',
      'slot_taken',
      'email_missing',
      'customer_blocked',
      'request_changed',
      'claim_expired',
      'appointment_cancelled',
      'too_many_requests',
      'email_not_proven',
      'card_refused',
      'card_provider_unavailable',
    ],
  },
  'admin.recordPayment': {
    summary: 'Record that the customer paid at the shop, outside the product',
    params: byId,
    body: shopPayment,
    reply: appointmentDetails,
    refusals: [
      'not_found',
      'not_yet_started',
      'appointment_cancelled',
      'appointment_not_changeable',
      'amount_too_high',
      'total_too_low',
      'request_changed',
      'card_check_under_way',
    ],
  },
  'admin.moveAppointment': {
    summary: 'Give an appointment another start, bay or length',
    params: byId,
    body: appointmentMove,
    reply: moveReply,
    refusals: [
      'not_found',
      'shop_unknown',
      'appointment_not_changeable',
      'appointment_moved',
      'not_a_start_time',
      'bay_unknown',
      'bay_taken',
      'bay_blocked',
    ],
  },
  'admin.confirmAppointment': {
    summary: 'Record that the customer told the shop that they come. The first answer stands',
    params: byId,
    reply: appointmentDetails,
    refusals: ['not_found', 'appointment_not_changeable'],
  },
  'admin.listAttention': {
    summary: 'The attention list, and the jobs of today and tomorrow',
    query: attentionQuery,
    reply: attention,
    refusals: [],
  },
  'admin.resendMail': {
    summary: 'Send a mail again after its delivery has failed',
    params: byId,
    reply: done,
    refusals: ['not_found', 'mail_out_of_date'],
  },
  'admin.findBoard': {
    summary: 'The board of a shop: the jobs of each bay, for a day or a week',
    query: boardQuery,
    reply: board,
    refusals: ['not_found'],
  },
  'admin.findOverview': {
    summary: 'Money, bay use, packages, makes, lead times and cancellations of the last weeks',
    query: overviewQuery,
    reply: overview,
    refusals: ['not_found'],
  },
  'admin.listCustomers': {
    summary:
      'Customers who hit a limit or about whom a decision is in force, flagged networks, and shared vehicles',
    query: customerWatchQuery,
    reply: customerWatch,
    refusals: [],
  },
  'admin.decideCustomer': {
    summary: 'Block or unblock a customer, or lift a limit for a time. Appointments stand',
    params: byId,
    body: customerDecision,
    reply: watchedCustomer,
    status: 201,
    refusals: ['not_found'],
  },
  'admin.listMisfits': {
    summary: 'Upcoming appointments that no longer fit the hours, closures or bays of their shop',
    params: byShop,
    reply: z.array(misfit),
    refusals: ['not_found'],
  },
  'admin.previewMisfits': {
    summary: 'Upcoming appointments that would no longer fit after a change of their shop',
    params: byShop,
    body: plannedShopChange,
    reply: z.array(misfit),
    refusals: ['not_found'],
  },
  'admin.findStatement': {
    summary: 'The payout statement of a shop for a month',
    params: byShop,
    query: statementQuery,
    reply: payoutStatement,
    refusals: ['not_found'],
  },
  'admin.exportStatement': {
    summary: 'The payout statement of a shop for a month, as CSV',
    params: byShop,
    query: statementQuery,
    reply: z.string(),
    replyType: 'text/csv',
    refusals: ['not_found'],
  },
  'payouts.list': {
    summary: 'The payouts of all shops for a month, with the payments that were recorded',
    query: statementQuery,
    reply: payoutMonth,
    refusals: [],
  },
  'payouts.export': {
    summary: 'The payouts of all shops for a month, as CSV',
    query: statementQuery,
    reply: z.string(),
    replyType: 'text/csv',
    refusals: [],
  },
  'payouts.record': {
    summary: 'Record a payment of a statement, or a correction. The same id counts once',
    params: byShop,
    body: newPayout,
    reply: shopPayout,
    status: 201,
    refusals: [
      'not_found',
      'month_not_over',
      'payout_changed',
      'payout_above_open',
      'payout_day_not_possible',
      'request_changed',
    ],
  },
  'admin.capturePayment': {
    summary: 'Capture the held payment after the work is done',
    params: byId,
    reply: captureReply,
    refusals: [
      'not_found',
      'not_yet_started',
      'not_yet_ended',
      'appointment_cancelled',
      'appointment_not_changeable',
      'price_not_agreed',
      'extra_too_low',
      'card_refused',
      'card_check_under_way',
      'card_provider_unavailable',
    ],
  },
  'admin.downloadEvidence': {
    summary:
      'What the product knows of a payment and its work, as a PDF of at most 5 MB for an answer to a dispute',
    params: byId,
    reply: z.string(),
    replyType: 'application/pdf',
    refusals: ['second_factor_required', 'not_found', 'too_many_requests'],
  },
  'admin.downloadEvidenceText': {
    summary: 'The same as a text file, without pictures',
    params: byId,
    reply: z.string(),
    replyType: 'text/plain',
    refusals: ['second_factor_required', 'not_found'],
  },
  'admin.changeStatus': {
    summary: 'Cancel an appointment: a hold is released, a captured payment refunded',
    params: byId,
    body: statusChange,
    reply: paymentStatusReply,
    refusals: ['not_found', 'not_allowed', 'payment_disputed', 'card_provider_unavailable'],
  },
} as const satisfies EndpointDefinitions
