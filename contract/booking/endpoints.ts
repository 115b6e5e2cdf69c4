import * as z from 'zod/mini'
import {
  appointmentChange,
  appointmentChangeReply,
  appointmentOrder,
  customerAppointment,
  openStarts,
  orderReply,
  packageChoice,
} from './appointments.ts'
import { appointmentLinkMove, appointmentLinkQuery, linkedAppointment } from './appointment-link.ts'
import { agreedFeeHeader, agreedHoursHeader, shownFeeHeader } from './cancellation-terms.ts'
import { byId, byIdempotencyKey, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { longestEmail } from '../limits.ts'
import { atMost, matching } from '../text.ts'

/** A header of cents or hours. */
const wholeNumber = matching(/^\d{1,9}$/, 9)

/** The fee that the customer was shown before they cancel. */
const byShownFee = z.object({ [shownFeeHeader]: z.optional(wholeNumber) })

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
    headers: z.extend(byIdempotencyKey, {
      [agreedFeeHeader]: z.optional(wholeNumber),
      [agreedHoursHeader]: z.optional(wholeNumber),
    }),
    body: appointmentOrder,
    reply: orderReply,
    status: 201,
    refusals: [
      'price_changed',
      'terms_changed',
      'capture_method_not_manual',
      'package_unknown',
      'shop_unknown',
      'vehicle_not_supported',
      'package_not_for_vehicle',
      'fitment_answers_unknown',
      'fitment_changed',
      'condition_not_accepted',
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
    headers: byShownFee,
    body: appointmentChange,
    reply: appointmentChangeReply,
    refusals: [
      'not_found',
      'shop_unknown',
      'appointment_not_changeable',
      'fee_changed',
      'package_unknown',
      'package_does_not_fit',
      'package_not_for_vehicle',
      'fitment_answers_unknown',
      'fitment_changed',
      'condition_not_accepted',
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
  'appointments.findLinked': {
    summary: 'The appointment behind the link of a reminder',
    body: appointmentLinkQuery,
    reply: linkedAppointment,
    refusals: ['link_not_valid', 'too_many_requests'],
  },
  'appointments.confirmByLink': {
    summary: 'Say by that link that the customer comes. The first answer stands',
    body: appointmentLinkQuery,
    reply: linkedAppointment,
    refusals: ['link_not_valid', 'appointment_not_changeable', 'too_many_requests'],
  },
  'appointments.moveByLink': {
    summary: 'Move by that link, as the customer can when signed in',
    body: appointmentLinkMove,
    reply: linkedAppointment,
    refusals: [
      'link_not_valid',
      'not_found',
      'shop_unknown',
      'appointment_not_changeable',
      'day_not_bookable',
      'not_a_start_time',
      'ends_after_closing',
      'slot_taken',
      'own_appointment_then',
      'customer_blocked',
      'too_many_requests',
    ],
  },
  'appointments.cancelByLink': {
    summary: 'Cancel by that link. A cancelled appointment stays as it is',
    headers: byShownFee,
    body: appointmentLinkQuery,
    reply: linkedAppointment,
    refusals: [
      'link_not_valid',
      'appointment_not_changeable',
      'fee_changed',
      'card_check_under_way',
      'not_found',
      'too_many_requests',
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
    refusals: ['not_found', 'shop_unknown', 'appointment_not_changeable', 'too_many_requests'],
  },
  'appointments.waitForEarlier': {
    summary: 'Mail the customer when a start before that of the own appointment opens at its shop',
    params: byId,
    reply: openStarts,
    refusals: [
      'not_found',
      'shop_unknown',
      'appointment_not_changeable',
      'customer_blocked',
      'too_many_requests',
    ],
  },
  'appointments.stopWaiting': {
    summary: 'End these mails. Without them nothing changes',
    params: byId,
    reply: done,
    refusals: ['not_found'],
  },
  'appointments.findCalendarFile': {
    summary: 'The own appointment as an iCalendar file, as in its mails',
    params: byId,
    reply: z.string(),
    replyType: 'text/calendar',
    refusals: ['not_found'],
  },
} as const satisfies EndpointDefinitions
