import type { EndpointDefinitions } from '../endpoint-definition.ts'
import { productSettings } from '../product-settings.ts'

export const settingsEndpoints = {
  'settings.find': {
    summary: 'What the browser needs to know of this installation',
    reply: productSettings,
    refusals: [],
  },
} as const satisfies EndpointDefinitions
