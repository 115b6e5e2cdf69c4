import { Client } from 'pg'
import { signUp, type Person } from '../support/people.ts'
import type { BrowserProduct } from '../support/product-fixture.ts'
import { bookAt, bookableDays, withOpenShop } from './shop-people.ts'

export type WorkingShop = {
  shopId: number
  owner: Person
  technician: Person
  customer: Person
  /** A job that starts now. */
  jobId: string
}

async function query({ databaseUrl }: BrowserProduct, text: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(text, values)
  await client.end()
}

/** Runs with an approved shop that has a technician and a job of now. */
export async function withWorkingShop(
  product: BrowserProduct,
  run: (shop: WorkingShop) => Promise<void>,
  { card }: { card?: string } = {},
): Promise<void> {
  await withOpenShop(product, {}, async ({ shop: owner, shopId }) => {
    const technician = await signUp(product)
    await query(
      product,
      `with member as (
         insert into shop_members (shop_id, user_id, role) select $1, id, 'technician' from users where email = $2
         returning user_id)
       update users set email_verified = true, name = 'Tess Technician' where id in (select user_id from member)`,
      [shopId, technician.email],
    )
    const [day = ''] = await bookableDays(product)
    const { customer, id: jobId } = await bookAt(product, {
      shopId,
      date: `${day} 09:00`,
      ...(card !== undefined && { card }),
    })
    await query(
      product,
      `update appointments set starts_at = now() + (select offset_seconds from clock) * interval '1 second',
        ends_at = now() + (select offset_seconds from clock) * interval '1 second' + interval '3 hours' where id = $1`,
      [jobId],
    )
    await run({ shopId, owner, technician, customer, jobId })
  })
}
