import * as z from 'zod/mini'
import { byShop, done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { user } from '../identity/identity.ts'
import { anyId } from '../text.ts'
import {
  invitation,
  invitationAnswer,
  invitationToken,
  newInvitation,
  roleChange,
  shopPeople,
} from './people.ts'

const byPerson = z.extend(byShop, { userId: anyId })
const byInvitation = z.extend(byShop, { invitationId: anyId })

export const peopleEndpoints = {
  'people.list': {
    summary: 'The people of a shop and its open invitations',
    params: byShop,
    reply: shopPeople,
    refusals: ['not_found'],
  },
  'people.invite': {
    summary: 'Mail an invitation to work at a shop. It replaces an earlier one to the same address',
    params: byShop,
    body: newInvitation,
    reply: shopPeople,
    status: 201,
    refusals: ['not_found', 'already_member', 'shop_not_approved', 'email_not_proven', 'too_many_requests'],
  },
  'people.withdrawInvitation': {
    summary: 'Withdraw an invitation: its link no longer works',
    params: byInvitation,
    reply: shopPeople,
    refusals: ['not_found'],
  },
  'people.changeRole': {
    summary: 'Change the role of a person at a shop',
    params: byPerson,
    body: roleChange,
    reply: shopPeople,
    refusals: ['not_found', 'role_changed', 'last_owner', 'too_many_requests'],
  },
  'people.remove': {
    summary: 'End the access of a person to a shop, at once. Their other shops stay',
    params: byPerson,
    reply: done,
    refusals: ['not_found', 'last_owner'],
  },
  'people.findInvitation': {
    summary: 'The invitation of a mailed link',
    body: invitationToken,
    reply: invitation,
    refusals: ['invitation_over', 'too_many_requests'],
  },
  'people.acceptInvitation': {
    summary:
      'Accept an invitation as the signed-in user, or with a new account. Needs the session of the invited address where it has an account',
    body: invitationAnswer,
    reply: z.object({ user }),
    refusals: [
      'invitation_over',
      'invitation_for_other',
      'not_signed_in',
      'not_allowed',
      'email_not_proven',
      'auth/password-does-not-meet-requirements',
      'too_many_requests',
    ],
  },
} as const satisfies EndpointDefinitions
