import { endpoints, type Audience, type Endpoint } from '../../contract/endpoints.ts'
import { permissions } from '../../contract/identity/permissions.ts'
import { standings, type Standing } from '../../contract/identity/roles.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { foreignFor, ruleOf, type Caller, type Cell } from './access-cells.ts'
import { needsSecondFactor } from './access-table.ts'
import type { Somebody, Fixture } from './access-world.ts'
import { takeEverybodyFor } from './taken-for.ts'

/** The checks in front of a route, each of which one control removes. */
export type Check =
  | 'session'
  | 'role'
  | 'known role'
  | 'suspension'
  | 'second factor'
  | 'ownership'
  | 'origin'

export type Control = {
  name: EndpointName
  check: Check
  /** The cell that must fail without that check. */
  cell: Cell
  /** The account that the session lookup returns instead, where the check rests on the lookup. */
  seenAs?: Somebody
  /** A role that is refused, and the role whose permissions it gets instead. */
  actsAs?: { role: Standing; like: Standing }
}

const someoneOf = { customer: 'customer', owner: 'approvedShop', administrator: 'administrator' } as const
const roles = ['customer', 'owner', 'administrator'] as const

/** For each check of a route, a cell that depends on it. */
export function controlsOf(name: EndpointName): Control[] {
  const { method }: Endpoint = endpoints[name]
  const rule = ruleOf(name)
  const { who, of } = rule
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
      seenAs: letIn === 'owner' ? 'approvedShop' : someoneOf[letIn],
    })
  const like = who.administrator === 403 ? letIn : 'administrator'
  const actsAs = (role: Standing) => (like ? { actsAs: { role, like } } : {})
  if (shutOut) controls.push({ name, check: 'role', cell: cellOf(someoneOf[shutOut]), ...actsAs(shutOut) })
  // A check such as `role !== 'customer'` lets every role that comes later act as an administrator.
  // A call for members alone rests on the membership, which an unknown role does not have.
  if (
    who.unknown === 403 &&
    letIn &&
    (who.owner === 403 || who.administrator !== 403 || letIn === 'customer')
  )
    controls.push({ name, check: 'known role', cell: cellOf('unknownRole'), ...actsAs(unknownRole) })
  for (const role of ['technician', 'desk'] as const)
    if (who[role] === 403 && who.customer === 403 && who.owner === 'own')
      controls.push({ name, check: 'role', cell: cellOf(role), actsAs: { role, like: 'owner' } })
  if (who.owner !== 403 && who.suspendedShop === 403)
    controls.push({
      name,
      check: 'suspension',
      cell: cellOf('suspendedShop'),
      actsAs: { role: 'suspendedShop', like: 'owner' },
    })
  // The stream asks for the second factor again, as often as it checks its watcher.
  if (needsSecondFactor(rule) && name !== 'live.watch')
    controls.push({
      name,
      check: 'second factor',
      cell: cellOf(who.administrator === 403 ? 'bareShop' : 'bareAdministrator'),
    })
  if (owner && of) {
    const caller = someoneOf[owner]
    const seenAs = owner === 'owner' && who.administrator !== 403 ? 'administrator' : foreignFor(caller, of)
    controls.push({ name, check: 'ownership', cell: cellOf(caller, 'foreign'), seenAs })
  }
  if (method !== 'GET') controls.push({ name, check: 'origin', cell: cellOf('otherSite') })
  return controls
}

/** A role in the account's row that no version of the code knows. */
const unknownRole = 'unknown' as Standing

type Row = Partial<Record<Standing, unknown>>

/** Gives a role the permissions of another one. Returns the undo function. */
function actAs({ role, like }: { role: Standing; like: Standing }): () => void {
  const rows = Object.values(permissions) as Row[]
  const before = rows.map((row) => ({ ...row }))
  for (const row of rows) row[role] = row[like]
  return () => {
    for (const [index, row] of rows.entries()) {
      delete row[role]
      Object.assign(row, before[index])
    }
  }
}

/** Switches of a control's app, applied to each request before any other hook. */
export type Doors = { dropsOrigin: boolean; closed: boolean }

/** Runs a function while the check of a control is removed. */
export async function without<Result>(
  fixture: Fixture,
  doors: Doors,
  { name, check, seenAs, actsAs }: Control,
  work: () => Promise<Result>,
): Promise<Result> {
  const endpoint = endpoints[name] as { audience: Audience; secondFactor?: true }
  const before = { ...endpoint }
  let stopTaking: (() => void) | undefined
  const stopActing = actsAs && actAs(actsAs)
  switch (check) {
    case 'role':
      endpoint.audience = before.audience === 'signed-out' ? 'anyone' : standings
      break
    case 'known role':
      endpoint.audience = [...(before.audience as readonly Standing[]), unknownRole]
      break
    case 'suspension':
      endpoint.audience = standings
      break
    case 'second factor':
      delete endpoint.secondFactor
      break
    case 'origin':
      doors.dropsOrigin = true
      break
    case 'session':
    case 'ownership':
      stopTaking = takeEverybodyFor(fixture.cookies[seenAs ?? 'administrator'])
      break
  }
  try {
    return await work()
  } finally {
    Object.assign(endpoint, before)
    stopTaking?.()
    stopActing?.()
    doors.dropsOrigin = false
  }
}
