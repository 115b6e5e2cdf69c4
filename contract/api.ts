import * as z from 'zod/mini'
import {
  administratorAppointment,
  appointmentDetails,
  captureReply,
  paymentStatusReply,
  statusChange,
} from './admin/admin.ts'
import { appointmentFilters, appointmentListQuery } from './admin/appointment-list.ts'
import { attention, misfit } from './admin/attention.ts'
import { board, boardQuery } from './admin/board.ts'
import { overview, overviewQuery } from './admin/overview.ts'
import { payoutStatement, statementQuery } from './admin/payout-statement.ts'
import {
  appointmentChange,
  appointmentChangeReply,
  appointmentOrder,
  availabilityQuery,
  customerAppointment,
  orderReply,
} from './appointments/appointments.ts'
import { slot } from './appointments/free-slots.ts'
import { installationPackage } from './catalog/packages.ts'
import { passwordPolicy, signIn, signUp, user, type Role } from './identity/identity.ts'
import {
  cardConfirmation,
  cardConfirmationReply,
  cardRequest,
  cardRequestQuery,
} from './payments/card-confirmation.ts'
import { productSettings } from './product-settings.ts'
import type { RefusalCode } from './refusals.ts'
import { geocodeAnswer, geocodeQuery } from './shops/geocoding.ts'
import {
  bayChange,
  managedShop,
  newBay,
  newClosure,
  payoutChange,
  shopChange,
  shopSettings,
  shopStatusChange,
} from './shops/shop-settings.ts'
import { bookableShop, shopRegistration } from './shops/shops.ts'

/** Who may call an endpoint. A signed-out caller of any but 'anyone' and 'signed-out' gets 401, the wrong role 403. */
export type Audience = 'anyone' | 'signed-out' | readonly Role[]

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:name` for each path parameter. */
  path: string
  audience: Audience
  summary: string
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  headers?: z.core.$ZodType
  body?: z.core.$ZodType
  reply: z.core.$ZodType
  /** JSON when left out. Text is answered as a stream. */
  replyType?: 'text/csv'
  status?: 201
  /** The reasons of its own, beside those every endpoint has. */
  refusals: readonly RefusalCode[]
}

const everyone = ['customer', 'shop', 'administrator'] as const
const staff = ['shop', 'administrator'] as const
const byId = z.object({ id: z.string() })
const byShop = z.object({ id: z.string().check(z.regex(/^\d{1,9}$/)) })
const signedIn = z.object({ user })
const done = z.object({ ok: z.literal(true) })

/** Every endpoint of the product. */
export const api = {
  'settings.find': {
    method: 'GET',
    path: '/api/config',
    audience: 'anyone',
    summary: 'What the browser needs to know of this installation',
    reply: productSettings,
    refusals: [],
  },
  'identity.signUp': {
    method: 'POST',
    path: '/api/auth/sign-up/email',
    audience: 'anyone',
    summary: 'Create a customer account and sign in',
    body: signUp,
    reply: signedIn,
    refusals: ['account_not_created', 'auth/password-does-not-meet-requirements', 'too_many_requests'],
  },
  'identity.signIn': {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    audience: 'anyone',
    summary: 'Sign in with email and password',
    body: signIn,
    reply: signedIn,
    refusals: ['wrong_credentials', 'too_many_requests'],
  },
  'identity.signOut': {
    method: 'POST',
    path: '/api/auth/sign-out',
    audience: 'anyone',
    summary: 'End the session',
    body: z.optional(z.nullable(z.strictObject({}))),
    reply: done,
    refusals: [],
  },
  'identity.findSession': {
    method: 'GET',
    path: '/api/auth/get-session',
    audience: 'anyone',
    summary: 'Who is signed in; null when nobody is',
    reply: z.nullable(signedIn),
    refusals: [],
  },
  'identity.findPasswordPolicy': {
    method: 'GET',
    path: '/api/auth/password-policy',
    audience: 'anyone',
    summary: 'The password policy in numbers and in words',
    reply: passwordPolicy,
    refusals: [],
  },
  'catalog.listPackages': {
    method: 'GET',
    path: '/api/packages',
    audience: 'anyone',
    summary: 'The packages on offer',
    reply: z.array(installationPackage),
    refusals: [],
  },
  'shops.list': {
    method: 'GET',
    path: '/api/shops',
    audience: 'anyone',
    summary: 'The shops that take appointments',
    reply: z.array(bookableShop),
    refusals: [],
  },
  'shops.register': {
    method: 'POST',
    path: '/api/register-shop',
    audience: 'signed-out',
    summary: 'Register a shop; it is pending until an administrator approves it. Signs it in',
    body: shopRegistration,
    reply: z.object({ email: z.string() }),
    status: 201,
    refusals: [
      'email_taken',
      'auth/password-does-not-meet-requirements',
      'address_not_found',
      'too_many_requests',
    ],
  },
  'shops.geocode': {
    method: 'GET',
    path: '/api/geocode',
    audience: 'anyone',
    summary: 'Where an address is, in the shape of the maps provider',
    query: geocodeQuery,
    reply: geocodeAnswer,
    refusals: ['too_many_requests', 'maps_unavailable'],
  },
  'shops.listManaged': {
    method: 'GET',
    path: '/api/admin/shops',
    audience: staff,
    summary: 'Every shop for administrators, its own for a shop; those that wait for approval first',
    reply: z.array(managedShop),
    refusals: [],
  },
  'shops.find': {
    method: 'GET',
    path: '/api/admin/shops/:id',
    audience: staff,
    summary: 'Hours, closures, bays and payout of a shop',
    params: byShop,
    reply: shopSettings,
    refusals: ['not_found'],
  },
  'shops.change': {
    method: 'PATCH',
    path: '/api/admin/shops/:id',
    audience: staff,
    summary: 'Change name, address, zone or hours of a shop. Appointments stay as they are',
    params: byShop,
    body: shopChange,
    reply: shopSettings,
    refusals: [
      'not_found',
      'address_not_found',
      'time_zone_unknown',
      'time_zone_in_use',
      'too_many_requests',
    ],
  },
  'shops.addClosure': {
    method: 'POST',
    path: '/api/admin/shops/:id/closures',
    audience: staff,
    summary: 'Close a shop on a day or a range of days. Appointments stay as they are',
    params: byShop,
    body: newClosure,
    reply: shopSettings,
    status: 201,
    refusals: ['not_found', 'closure_not_possible'],
  },
  'shops.removeClosure': {
    method: 'DELETE',
    path: '/api/admin/shops/:id/closures/:closureId',
    audience: staff,
    summary: 'Open a shop again on the days of a closure',
    params: z.extend(byShop, { closureId: z.string().check(z.regex(/^\d{1,9}$/)) }),
    reply: shopSettings,
    refusals: ['not_found'],
  },
  'shops.addBay': {
    method: 'POST',
    path: '/api/admin/shops/:id/bays',
    audience: staff,
    summary: 'Add a bay to a shop',
    params: byShop,
    body: newBay,
    reply: shopSettings,
    status: 201,
    refusals: ['not_found', 'bay_name_taken', 'too_many_bays'],
  },
  'shops.changeBay': {
    method: 'PATCH',
    path: '/api/admin/shops/:id/bays/:bayId',
    audience: staff,
    summary: 'Rename a bay, take it out of use or into use again. Appointments stay as they are',
    params: z.extend(byShop, { bayId: z.string().check(z.regex(/^\d{1,9}$/)) }),
    body: bayChange,
    reply: shopSettings,
    refusals: ['not_found', 'bay_name_taken', 'last_bay', 'too_many_bays'],
  },
  'shops.changePayout': {
    method: 'PATCH',
    path: '/api/admin/shops/:id/payout',
    audience: staff,
    summary: 'Set how a shop is paid; the details of another method are deleted',
    params: byShop,
    body: payoutChange,
    reply: shopSettings,
    refusals: ['not_found'],
  },
  'shops.changeStatus': {
    method: 'PATCH',
    path: '/api/admin/shops/:id/status',
    audience: ['administrator'],
    summary: 'Approve or suspend a shop; it is told by mail',
    params: byShop,
    body: shopStatusChange,
    reply: managedShop,
    refusals: ['not_found'],
  },
  'appointments.listFreeSlots': {
    method: 'GET',
    path: '/api/appointments/availability',
    audience: 'anyone',
    summary: 'The eight hourly starts of a day at a shop, each available or with the reason why not',
    query: availabilityQuery,
    reply: z.array(slot),
    refusals: ['shop_unknown', 'package_unknown', 'not_found'],
  },
  'appointments.listForEmail': {
    method: 'GET',
    path: '/api/appointments/user/:email',
    audience: everyone,
    summary: 'The appointments of the signed-in user, by their own address',
    params: z.object({ email: z.string() }),
    reply: z.array(customerAppointment),
    refusals: ['not_allowed'],
  },
  'appointments.listOwn': {
    method: 'GET',
    path: '/api/appointments/user/all',
    audience: everyone,
    summary: 'The appointments of the signed-in user; X-User-Email may only name that user',
    headers: z.object({ 'x-user-email': z.optional(z.string()) }),
    reply: z.array(customerAppointment),
    refusals: ['not_allowed'],
  },
  'appointments.book': {
    method: 'POST',
    path: '/api/appointments',
    audience: ['customer'],
    summary: 'Claim a slot and hold the card. The same Idempotency-Key books once, however often it is sent',
    headers: z.object({
      'idempotency-key': z.optional(
        z.string().check(z.regex(/^[\w-]{8,80}$/, 'Idempotency-Key must be 8 to 80 letters, digits, - or _')),
      ),
    }),
    body: appointmentOrder,
    reply: orderReply,
    status: 201,
    refusals: [
      'price_changed',
      'capture_method_not_manual',
      'package_unknown',
      'shop_unknown',
      'vehicle_not_supported',
      'day_not_bookable',
      'not_a_start_time',
      'ends_after_closing',
      'slot_taken',
      'request_changed',
      'claim_expired',
      'too_many_requests',
      'card_refused',
      'card_provider_unavailable',
    ],
  },
  'appointments.change': {
    method: 'PATCH',
    path: '/api/appointments/:id',
    audience: ['customer'],
    summary: 'Move an appointment to another start, change its package, or cancel it',
    params: byId,
    body: appointmentChange,
    reply: appointmentChangeReply,
    refusals: [
      'not_found',
      'shop_unknown',
      'appointment_not_changeable',
      'package_unknown',
      'package_does_not_fit',
      'price_changed',
      'card_refused',
      'card_check_under_way',
      'card_provider_unavailable',
      'day_not_bookable',
      'not_a_start_time',
      'ends_after_closing',
      'slot_taken',
    ],
  },
  'appointments.findCardRequest': {
    method: 'POST',
    path: '/api/confirm-card/find',
    audience: 'anyone',
    summary: 'What the mailed link to confirm a card is about',
    body: cardRequestQuery,
    reply: cardRequest,
    refusals: ['link_not_valid', 'too_many_requests'],
  },
  'appointments.confirmCard': {
    method: 'POST',
    path: '/api/confirm-card',
    audience: 'anyone',
    summary: 'Place a fresh hold with the person present, on the saved card or another one',
    body: cardConfirmation,
    reply: cardConfirmationReply,
    refusals: [
      'link_not_valid',
      'card_refused',
      'card_check_under_way',
      'card_provider_unavailable',
      'too_many_requests',
    ],
  },
  'admin.listAppointments': {
    method: 'GET',
    path: '/api/admin/appointments',
    audience: staff,
    summary:
      'Every appointment for administrators, its own for a shop; all at once, or with `limit` a page (headers x-next-after, x-total-count)',
    query: appointmentListQuery,
    reply: z.array(administratorAppointment),
    refusals: [],
  },
  'admin.exportAppointments': {
    method: 'GET',
    path: '/api/admin/appointments.csv',
    audience: staff,
    summary: 'The appointments of a filter as CSV',
    query: appointmentFilters,
    reply: z.string(),
    replyType: 'text/csv',
    refusals: [],
  },
  'admin.findAppointment': {
    method: 'GET',
    path: '/api/admin/appointments/:id',
    audience: staff,
    summary: 'One appointment with its money and everything that happened to it',
    params: byId,
    reply: appointmentDetails,
    refusals: ['not_found'],
  },
  'admin.askForCard': {
    method: 'POST',
    path: '/api/admin/appointments/:id/card-request',
    audience: staff,
    summary: 'Mail the customer a link to confirm the card again',
    params: byId,
    reply: appointmentDetails,
    refusals: ['not_found', 'card_not_needed'],
  },
  'admin.listAttention': {
    method: 'GET',
    path: '/api/admin/attention',
    audience: staff,
    summary: 'What needs a person, and the jobs of today and tomorrow',
    reply: attention,
    refusals: [],
  },
  'admin.resendMail': {
    method: 'POST',
    path: '/api/admin/mails/:id/resend',
    audience: staff,
    summary: 'Send a mail again that was given up',
    params: byId,
    reply: done,
    refusals: ['not_found', 'mail_out_of_date'],
  },
  'admin.findBoard': {
    method: 'GET',
    path: '/api/admin/board',
    audience: staff,
    summary: 'Which vehicle is in which bay of a shop when, for a day or a week',
    query: boardQuery,
    reply: board,
    refusals: ['not_found'],
  },
  'admin.findOverview': {
    method: 'GET',
    path: '/api/admin/overview',
    audience: staff,
    summary: 'Money, bay use, packages, makes, lead times and cancellations of the last weeks',
    query: overviewQuery,
    reply: overview,
    refusals: ['not_found'],
  },
  'admin.listMisfits': {
    method: 'GET',
    path: '/api/admin/shops/:id/misfits',
    audience: staff,
    summary: 'Upcoming appointments that no longer fit the hours, closures or bays of their shop',
    params: byShop,
    reply: z.array(misfit),
    refusals: ['not_found'],
  },
  'admin.findStatement': {
    method: 'GET',
    path: '/api/admin/shops/:id/statement',
    audience: staff,
    summary: 'What a shop is owed for a month',
    params: byShop,
    query: statementQuery,
    reply: payoutStatement,
    refusals: ['not_found'],
  },
  'admin.exportStatement': {
    method: 'GET',
    path: '/api/admin/shops/:id/statement.csv',
    audience: staff,
    summary: 'What a shop is owed for a month, as CSV',
    params: byShop,
    query: statementQuery,
    reply: z.string(),
    replyType: 'text/csv',
    refusals: ['not_found'],
  },
  'admin.capturePayment': {
    method: 'POST',
    path: '/api/admin/appointments/:id/capture',
    audience: staff,
    summary: 'Capture the held payment after the work is done',
    params: byId,
    reply: captureReply,
    refusals: [
      'not_found',
      'not_yet_started',
      'appointment_cancelled',
      'appointment_not_changeable',
      'card_refused',
      'card_check_under_way',
      'card_provider_unavailable',
    ],
  },
  'admin.changeStatus': {
    method: 'PATCH',
    path: '/api/admin/appointments/:id/status',
    audience: staff,
    summary: 'Cancel an appointment: a hold is released, a captured payment refunded',
    params: byId,
    body: statusChange,
    reply: paymentStatusReply,
    refusals: ['not_found', 'not_allowed', 'card_provider_unavailable'],
  },
} as const satisfies Record<string, Endpoint>

export type Api = typeof api
export type EndpointName = keyof Api
