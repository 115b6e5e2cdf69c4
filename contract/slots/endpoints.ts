import * as z from 'zod/mini'
import { availabilityQuery } from '../appointments/appointments.ts'
import { freeDay } from '../appointments/free-days.ts'
import { slot } from '../appointments/free-slots.ts'
import type { EndpointDefinitions } from '../endpoint-definition.ts'

export const slotsEndpoints = {
  'appointments.listFreeSlots': {
    summary:
      'The eight hourly starts of a day at a shop, each available or with the reason why not; with `days`, those of each day from `date` on',
    query: availabilityQuery,
    reply: z.union([z.array(slot), z.array(freeDay)]),
    refusals: ['shop_unknown', 'package_unknown', 'not_found'],
  },
} as const satisfies EndpointDefinitions
