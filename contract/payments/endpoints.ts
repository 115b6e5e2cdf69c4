import { byId, type EndpointDefinitions } from '../endpoint-definition.ts'
import {
  cardConfirmation,
  cardConfirmationReply,
  cardReplacement,
  cardRequest,
  cardRequestQuery,
} from './card-confirmation.ts'

export const paymentsEndpoints = {
  'appointments.findCardRequest': {
    summary: 'The card request behind a mailed link',
    body: cardRequestQuery,
    reply: cardRequest,
    refusals: ['link_not_valid', 'too_many_requests'],
  },
  'appointments.confirmCard': {
    summary: 'Place a fresh hold with the cardholder present, on the saved card or another one',
    body: cardConfirmation,
    reply: cardConfirmationReply,
    refusals: [
      'link_not_valid',
      'card_refused',
      'card_check_under_way',
      'card_provider_unavailable',
      'too_many_requests',
      'email_not_proven',
    ],
  },
  'appointments.replaceCard': {
    summary: 'Replace the card of the own coming appointment: a hold on the new one, then the old one ends',
    params: byId,
    body: cardReplacement,
    reply: cardConfirmationReply,
    refusals: [
      'not_found',
      'shop_unknown',
      'appointment_not_changeable',
      'customer_blocked',
      'price_changed',
      'card_refused',
      'card_check_under_way',
      'card_provider_unavailable',
      'too_many_requests',
      'email_not_proven',
    ],
  },
} as const satisfies EndpointDefinitions
