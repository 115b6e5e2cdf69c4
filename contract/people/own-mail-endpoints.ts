import { byShop, type EndpointDefinitions } from '../endpoint-definition.ts'
import { ownMails } from './own-mails.ts'

export const ownMailEndpoints = {
  'people.findOwnMails': {
    summary: 'The kinds of mail about a shop’s work that the caller has switched off',
    params: byShop,
    reply: ownMails,
    refusals: ['not_found'],
  },
  'people.changeOwnMails': {
    summary: 'Switch kinds of mail about a shop’s work off, for the caller alone',
    params: byShop,
    body: ownMails,
    reply: ownMails,
    refusals: ['not_found'],
  },
} satisfies EndpointDefinitions
