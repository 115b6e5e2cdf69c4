import * as z from 'zod/mini'
import {
  appointmentChange,
  appointmentChangeReply,
  appointmentOrder,
  customerAppointment,
  orderReply,
  packageChoice,
} from './appointments.ts'
import { byId, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { longestEmail } from '../limits.ts'
import { atMost, matching } from '../text.ts'

export const bookingEndpoints = {
  'appointments.listForEmail': {
    summary: 'The appointments of the signed-in user, by their own address',
    params: z.object({ email: z.string().check(atMost(longestEmail)) }),
    reply: z.array(customerAppointment),
    refusals: ['not_allowed'],
  },
  'appointments.listOwn': {
    summary: 'The appointments of the signed-in user; X-User-Email may only name that user',
    headers: z.object({ 'x-user-email': z.optional(z.string().check(atMost(longestEmail))) }),
    reply: z.array(customerAppointment),
    refusals: ['not_allowed'],
  },
  'appointments.book': {
    summary: 'Claim a slot and hold the card. Requests with the same Idempotency-Key book once',
    headers: z.object({
      'idempotency-key': z.optional(
        matching(/^[\w-]{8,80}$/, 80, 'Idempotency-Key must be 8 to 80 letters, digits, - or _'),
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
      'customer_blocked',
      'too_many_appointments',
      'own_appointment_then',
      'vehicle_has_appointment',
      'request_changed',
      'claim_expired',
      'too_many_requests',
      'email_not_proven',
      'card_refused',
      'card_provider_unavailable',
    ],
  },
  'appointments.change': {
    summary: 'Move an appointment to another start, change its package, cancel it, or correct its contact',
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
      'too_many_requests',
      'email_not_proven',
      'card_refused',
      'card_check_under_way',
      'card_provider_unavailable',
      'day_not_bookable',
      'not_a_start_time',
      'ends_after_closing',
      'slot_taken',
      'own_appointment_then',
      'customer_blocked',
    ],
  },
  'appointments.proveAddress': {
    summary: 'Prove the address of a mailed link, so that mails about appointments go there',
    body: z.strictObject({ token: z.string().check(atMost(800)) }),
    reply: done,
    refusals: ['link_not_valid', 'too_many_requests'],
  },
  'appointments.listPackageChoices': {
    summary: 'The packages that the own appointment can change to at its present start',
    params: byId,
    reply: z.array(packageChoice),
    refusals: ['not_found', 'shop_unknown', 'appointment_not_changeable'],
  },
  'appointments.findCalendarFile': {
    summary: 'The own appointment as an iCalendar file, as in its mails',
    params: byId,
    reply: z.string(),
    replyType: 'text/calendar',
    refusals: ['not_found'],
  },
} as const satisfies EndpointDefinitions
