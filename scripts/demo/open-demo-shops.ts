import { demoShops, type DemoShop } from './cast.ts'
import { setPricing } from './price-demo-jobs.ts'
import { connect, required, type Client } from './product-client.ts'
import type { Sandbox } from './sandbox-client.ts'

/** The password of every person of the demo. */
export const demoPassword = 'demo-workshop-2026'

/** A shop at work: its people are signed in. */
export type OpenShop = {
  id: number
  plan: DemoShop
  owner: Client
  /** Runs the day: the desk, or the owner of a shop without one. */
  desk: Client
  technicians: readonly { userId: string; name: string }[]
}

/** Registers, approves and furnishes the shops of the demo, and adds their people. */
export async function openDemoShops(
  url: string,
  sandbox: Sandbox,
  administrator: Client,
): Promise<OpenShop[]> {
  const shops: OpenShop[] = []
  for (const plan of demoShops) shops.push(await openShop(url, sandbox, administrator, plan))
  const [first] = shops
  if (first) await setPricing(first)
  return shops
}

async function openShop(
  url: string,
  sandbox: Sandbox,
  administrator: Client,
  plan: DemoShop,
): Promise<OpenShop> {
  const owner = connect(url)
  const { businessName, address, businessHours, phone } = plan
  required(
    await owner.post('/api/register-shop', {
      businessName,
      address,
      businessHours,
      phone,
      paymentMethod: 'ACH Direct Deposit',
      accountDetails: { routing: '021000021', account: '000123456789' },
      email: plan.owner.email,
      password: demoPassword,
    }),
    `registration of ${businessName}`,
  )
  const token = await sandbox.mailedToken(plan.owner.email, '/verify-email')
  required(await owner.post('/api/auth/verify-email', { token }), `address of ${plan.owner.email}`)
  required(await owner.patch('/api/account', { name: plan.owner.name }), `name of ${plan.owner.email}`)
  const [shop] = required<{ id: number }[]>(await owner.get('/api/admin/shops'), 'own shop')
  if (!shop) throw new Error(`${businessName} has no shop`)
  const { id } = shop
  required(await administrator.patch(`/api/admin/shops/${id}/status`, { status: 'approved' }), 'approval')
  required(
    await administrator.patch(`/api/admin/shops/${id}`, { textNumber: plan.textNumber }),
    'number for texts',
  )
  for (const name of plan.bays) required(await owner.post(`/api/admin/shops/${id}/bays`, { name }), name)
  let desk = owner
  for (const person of plan.people) {
    const client = await addPerson(url, sandbox, owner, id, person)
    if (person.role === 'desk') desk = client
  }
  const people = required<{ userId: string; name: string }[]>(
    await owner.get(`/api/admin/shops/${id}/technicians`),
    'technicians',
  )
  const names = plan.people.filter(({ role }) => role === 'technician').map(({ name }) => name)
  return { id, plan, owner, desk, technicians: people.filter(({ name }) => names.includes(name)) }
}

async function addPerson(
  url: string,
  sandbox: Sandbox,
  owner: Client,
  shopId: number,
  { name, email, role }: DemoShop['people'][number],
): Promise<Client> {
  required(
    await owner.post(`/api/admin/shops/${shopId}/invitations`, { email, role }),
    `invitation of ${email}`,
  )
  const token = await sandbox.mailedToken(email, '/join')
  const client = connect(url)
  required(
    await client.post('/api/invitations/accept', { token, name, password: demoPassword }),
    `acceptance of ${email}`,
  )
  return client
}
