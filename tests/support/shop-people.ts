import type { ShopRole } from '../../contract/identity/roles.ts'
import { mailedTokens } from './mails.ts'
import { goodPassword, newEmail, openShop, personWith, send, type Person } from './people.ts'
import type { World } from './start-world.ts'

/** Invites an address to a shop and returns the token of the newest mailed link. */
export async function invite(
  world: World,
  owner: Person,
  shopId: number,
  { email, role }: { email: string; role: ShopRole },
): Promise<string> {
  const answer = await owner.post(`/api/admin/shops/${shopId}/invitations`, { email, role })
  if (answer.status !== 201)
    throw new Error(`invitation failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  await world.runJobs()
  return (await mailedTokens(world, email, '/join')).at(-1) ?? ''
}

/** Adds a person without an account to a shop, through the mailed invitation. */
export async function addMember(
  world: World,
  owner: Person,
  shopId: number,
  role: ShopRole,
  name = `${role} of ${shopId}`,
): Promise<Person> {
  const email = newEmail()
  const token = await invite(world, owner, shopId, { email, role })
  const answer = await send(world, 'POST', '/api/invitations/accept', {
    body: { token, name, password: goodPassword },
  })
  if (answer.status !== 200)
    throw new Error(`acceptance failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
  return personWith(world, cookie, email, goodPassword)
}

/** Opens an approved shop with a person at its desk. */
export async function openShopWithDesk(
  world: World & { administrator: Person },
): Promise<{ owner: Person; desk: Person; shopId: number }> {
  const { shop: owner, shopId } = await openShop(world, world.administrator)
  return { owner, shopId, desk: await addMember(world, owner, shopId, 'desk', 'Dana Desk') }
}
