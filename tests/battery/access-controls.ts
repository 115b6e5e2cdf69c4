import { endpoints, type Endpoint } from '../../contract/endpoints.ts'
import type { Audience, EndpointName } from '../../contract/routes.ts'
import { roles, type Role } from '../../contract/identity/identity.ts'
import { foreignFor, ruleOf, type Caller, type Cell } from './access-cells.ts'
import type { Somebody, Town } from './access-town.ts'
import { takeEverybodyFor } from './taken-for.ts'

/** The checks that stand before a route, each of which a control takes away. */
export type Check = 'session' | 'role' | 'second factor' | 'ownership' | 'origin'

export type Control = {
  name: EndpointName
  check: Check
  /** The cell that must turn red without that check. */
  cell: Cell
  /** Whom the session lookup takes the caller for, where that is what the check rests on. */
  seenAs?: Somebody
}

const someoneOf = { customer: 'customer', shop: 'approvedShop', administrator: 'administrator' } as const

/** For each check that a route has, a cell that rests on it. */
export function controlsOf(name: EndpointName): Control[] {
  const { method }: Endpoint = endpoints[name]
  const { who, of, secondFactor } = ruleOf(name)
  const cellOf = (caller: Caller, target: Cell['target'] = 'own'): Cell => ({ name, method, caller, target })
  const letIn = roles.find((role) => who[role] === 'any' || who[role] === 'own')
  const shutOut = roles.find((role) => who[role] === 403)
  const owner = roles.find((role) => who[role] === 'own')
  const controls: Control[] = []
  if (who.visitor === 401 && letIn)
    controls.push({
      name,
      check: 'session',
      cell: cellOf('forgedCookie'),
      seenAs: letIn === 'shop' ? 'administrator' : someoneOf[letIn],
    })
  if (shutOut) controls.push({ name, check: 'role', cell: cellOf(someoneOf[shutOut]) })
  if (secondFactor) controls.push({ name, check: 'second factor', cell: cellOf('bareAdministrator') })
  if (owner && of) {
    const caller = someoneOf[owner]
    const seenAs = owner === 'shop' ? 'administrator' : foreignFor(caller, of)
    controls.push({ name, check: 'ownership', cell: cellOf(caller, 'foreign'), seenAs })
  }
  if (method !== 'GET') controls.push({ name, check: 'origin', cell: cellOf('otherSite') })
  return controls
}

/** What the app of a control does to each request before anything else. */
export type Doors = { dropsOrigin: boolean; closed: boolean }

/** Does something while the check of a control is away. */
export async function without<Result>(
  town: Town,
  doors: Doors,
  { name, check, seenAs }: Control,
  work: () => Promise<Result>,
): Promise<Result> {
  const endpoint = endpoints[name] as { audience: Audience; secondFactor?: true }
  const before = { ...endpoint }
  let stopTaking: (() => void) | undefined
  switch (check) {
    case 'role':
      endpoint.audience = before.audience === 'signed-out' ? 'anyone' : (roles satisfies readonly Role[])
      break
    case 'second factor':
      delete endpoint.secondFactor
      break
    case 'origin':
      doors.dropsOrigin = true
      break
    case 'session':
    case 'ownership':
      stopTaking = takeEverybodyFor(town.cookies[seenAs ?? 'administrator'])
      break
  }
  try {
    return await work()
  } finally {
    Object.assign(endpoint, before)
    stopTaking?.()
    doors.dropsOrigin = false
  }
}
