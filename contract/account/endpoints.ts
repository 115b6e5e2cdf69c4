import * as z from 'zod/mini'
import { done, type EndpointDefinitions } from '../endpoint-definition.ts'
import { accountDeletion } from '../identity/account.ts'

export const accountEndpoints = {
  'account.exportData': {
    summary: 'Everything that is kept about the own person, as a file',
    reply: z.record(z.string(), z.unknown()),
    refusals: ['too_many_requests'],
  },
  'account.delete': {
    summary: 'Delete the own account. Appointments that moved money stay, without the person',
    body: accountDeletion,
    reply: done,
    refusals: [
      'wrong_password',
      'auth/requires-recent-login',
      'confirmation_wrong',
      'account_in_use',
      'last_administrator',
      'too_many_requests',
    ],
  },
} as const satisfies EndpointDefinitions
