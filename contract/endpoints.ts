import { accountEndpoints } from './account/endpoints.ts'
import { adminEndpoints } from './admin/endpoints.ts'
import { bookingEndpoints } from './booking/endpoints.ts'
import { contactsEndpoints } from './contacts/endpoints.ts'
import { catalogEndpoints } from './catalog/endpoints.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import { fitmentAdminEndpoints } from './fitment/admin-endpoints.ts'
import { fitmentEndpoints } from './fitment/endpoints.ts'
import { learningEndpoints } from './fitment/learning.ts'
import { outcomeEndpoints } from './fitment/outcome-endpoints.ts'
import { reviewEndpoints } from './fitment/review-endpoints.ts'
import { photoEndpoints } from './fitment/photo-endpoints.ts'
import { funnelEndpoints } from './funnel/endpoints.ts'
import { identityEndpoints } from './identity/endpoints.ts'
import { ownMailEndpoints } from './people/own-mail-endpoints.ts'
import { paymentsEndpoints } from './payments/endpoints.ts'
import { priceEndpoints } from './payments/price-endpoints.ts'
import { liveEndpoints } from './live/endpoints.ts'
import { standingsWith, type Action } from './identity/permissions.ts'
import type { Standing } from './identity/roles.ts'
import { routes, type Access, type EndpointName, type Routes } from './routes.ts'
import { settingsEndpoints } from './settings/endpoints.ts'
import { peopleEndpoints } from './shops/people-endpoints.ts'
import { shopsEndpoints } from './shops/endpoints.ts'
import { slotsEndpoints } from './slots/endpoints.ts'
import { blockEndpoints } from './blocks/endpoints.ts'
import { feedEndpoints } from './feeds/endpoints.ts'
import { textEndpoints } from './texts/endpoints.ts'
import { workshopEndpoints } from './workshop/endpoints.ts'

/** A signed-out caller of any endpoint but 'anyone' and 'signed-out' gets 401, the wrong standing 403. */
export type Audience = 'anyone' | 'signed-out' | readonly Standing[]

export type Endpoint = EndpointDefinition & {
  method: Routes[EndpointName][0]
  path: string
  audience: Audience
  /** What the call does, as permissions name it; null where they are not asked. */
  action: Action | null
  /** Staff need a second factor, where the installation requires it. */
  secondFactor?: true
}

/** A route without a definition does not compile. */
const definitions = {
  ...settingsEndpoints,
  ...identityEndpoints,
  ...accountEndpoints,
  ...catalogEndpoints,
  ...fitmentEndpoints,
  ...reviewEndpoints,
  ...outcomeEndpoints,
  ...learningEndpoints,
  ...photoEndpoints,
  ...fitmentAdminEndpoints,
  ...shopsEndpoints,
  ...peopleEndpoints,
  ...workshopEndpoints,
  ...priceEndpoints,
  ...textEndpoints,
  ...blockEndpoints,
  ...feedEndpoints,
  ...ownMailEndpoints,
  ...slotsEndpoints,
  ...bookingEndpoints,
  ...paymentsEndpoints,
  ...funnelEndpoints,
  ...liveEndpoints,
  ...adminEndpoints,
  ...contactsEndpoints,
} satisfies Record<EndpointName, EndpointDefinition>

type Definitions = typeof definitions

export type Endpoints = {
  [Name in EndpointName]: Definitions[Name] & {
    method: Routes[Name][0]
    path: Routes[Name][1]
    audience: Routes[Name][2] extends 'anyone' | 'signed-out' ? Routes[Name][2] : readonly Standing[]
    action: Action | null
  }
}

/** The account page and the set-up of a second factor are open without one, no other action of staff. */
function needsSecondFactor(action: Action | null): boolean {
  return action !== null && action !== 'account.use'
}

function actionOf(access: Access): Action | null {
  return access === 'anyone' || access === 'signed-out' ? null : access
}

function audienceOf(access: Access): Audience {
  return access === 'anyone' || access === 'signed-out' ? access : standingsWith(access)
}

/** Every endpoint of the product with its route, in the order of the routes. */
export const endpoints = Object.fromEntries(
  Object.entries(routes).map(([name, [method, path, access]]) => {
    const route = {
      method,
      path,
      audience: audienceOf(access),
      action: actionOf(access),
      ...(needsSecondFactor(actionOf(access)) ? { secondFactor: true } : {}),
    }
    return [name, { ...route, ...definitions[name as EndpointName] }]
  }),
) as Endpoints
