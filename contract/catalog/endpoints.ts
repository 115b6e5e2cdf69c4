import * as z from 'zod/mini'
import type { EndpointDefinitions } from '../endpoint-definition.ts'
import { installationPackage } from './packages.ts'

export const catalogEndpoints = {
  'catalog.listPackages': {
    summary: 'The packages on offer',
    reply: z.array(installationPackage),
    refusals: [],
  },
} as const satisfies EndpointDefinitions
