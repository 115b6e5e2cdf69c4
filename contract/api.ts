import * as z from 'zod/mini'
import { administratorAppointment, captureReply, paymentStatusReply, statusChange } from './admin/admin.ts'
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
import { bookableShop, shopRegistration } from './shops/shops.ts'

/** Who may call an endpoint. A signed-out caller of any but 'anyone' and 'signed-out' gets 401, the wrong role 403. */
export type Audience = 'anyone' | 'signed-out' | readonly Role[]

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH'
  /** With `:name` for each path parameter. */
  path: string
  audience: Audience
  summary: string
  params?: z.core.$ZodType
  query?: z.core.$ZodType
  headers?: z.core.$ZodType
  body?: z.core.$ZodType
  reply: z.core.$ZodType
  status?: 201
  /** The reasons of its own, beside those every endpoint has. */
  refusals: readonly RefusalCode[]
}

const everyone = ['customer', 'shop', 'administrator'] as const
const staff = ['shop', 'administrator'] as const
const byId = z.object({ id: z.string() })
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
    refusals: ['email_taken', 'auth/password-does-not-meet-requirements', 'too_many_requests'],
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
    summary: 'Every appointment for administrators, its own for a shop',
    reply: z.array(administratorAppointment),
    refusals: [],
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
