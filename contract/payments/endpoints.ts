import type { EndpointDefinitions } from '../endpoint-definition.ts'
import {
  cardConfirmation,
  cardConfirmationReply,
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
} as const satisfies EndpointDefinitions
