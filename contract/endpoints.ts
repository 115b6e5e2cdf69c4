import { accountEndpoints } from './account/endpoints.ts'
import { adminEndpoints } from './admin/endpoints.ts'
import { bookingEndpoints } from './booking/endpoints.ts'
import { catalogEndpoints } from './catalog/endpoints.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import { identityEndpoints } from './identity/endpoints.ts'
import { paymentsEndpoints } from './payments/endpoints.ts'
import { routes, type Audience, type EndpointName, type Routes } from './routes.ts'
import { settingsEndpoints } from './settings/endpoints.ts'
import { shopsEndpoints } from './shops/endpoints.ts'
import { slotsEndpoints } from './slots/endpoints.ts'

export type Endpoint = EndpointDefinition & {
  method: Routes[EndpointName][0]
  path: string
  audience: Audience
  secondFactor?: true
}

/** A route without a definition does not compile. */
const definitions = {
  ...settingsEndpoints,
  ...identityEndpoints,
  ...accountEndpoints,
  ...catalogEndpoints,
  ...shopsEndpoints,
  ...slotsEndpoints,
  ...bookingEndpoints,
  ...paymentsEndpoints,
  ...adminEndpoints,
} satisfies Record<EndpointName, EndpointDefinition>

type Definitions = typeof definitions

export type Endpoints = {
  [Name in EndpointName]: Definitions[Name] & {
    method: Routes[Name][0]
    path: Routes[Name][1]
    audience: Routes[Name][2]
  }
}

/** Every endpoint of the product with its route, in the order of the routes. */
export const endpoints = Object.fromEntries(
  Object.entries(routes).map(([name, [method, path, audience, secondFactor]]) => {
    const route = { method, path, audience, ...(secondFactor ? { secondFactor: true } : {}) }
    return [name, { ...route, ...definitions[name as EndpointName] }]
  }),
) as Endpoints
