import type { EndpointDefinitions } from '../endpoint-definition.ts'
import {
  cardConfirmation,
  cardConfirmationReply,
  cardRequest,
  cardRequestQuery,
} from './card-confirmation.ts'

export const paymentsEndpoints = {
  'appointments.findCardRequest': {
    summary: 'What the mailed link to confirm a card is about',
    body: cardRequestQuery,
    reply: cardRequest,
    refusals: ['link_not_valid', 'too_many_requests'],
  },
  'appointments.confirmCard': {
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
} as const satisfies EndpointDefinitions
