import { createHash } from 'node:crypto'
import { geocodeAnswer, type GeocodeAnswer } from '../../contract/shops/geocoding.ts'
import type { Context } from '../context.ts'
import type { Job } from '../jobs/job.ts'

/** The maps provider's terms allow to keep coordinates for 30 days. */
const keptDays = 30
const since = ({ clock }: Context) => new Date(clock.now() - keptDays * 86_400_000)

/** A digest, so that the table lists no typed addresses. Case and spaces do not matter. */
function keyOf(address: string): string {
  return createHash('sha256').update(address.trim().toLowerCase().replaceAll(/\s+/g, ' ')).digest('hex')
}

/** The provider's answer about an address from the last 30 days; undefined without one. */
export async function findKnownAnswer(context: Context, address: string): Promise<GeocodeAnswer | undefined> {
  const row = await context.database.db
    .selectFrom('geocoded_addresses')
    .select('answer')
    .where('address_digest', '=', keyOf(address))
    .where('asked_at', '>', since(context))
    .executeTakeFirst()
  const read = geocodeAnswer.safeParse(row?.answer)
  return read.success ? read.data : undefined
}

export async function keepAnswer(context: Context, address: string, answer: GeocodeAnswer): Promise<void> {
  const row = { answer: JSON.stringify(answer), asked_at: new Date(context.clock.now()) }
  await context.database.db
    .insertInto('geocoded_addresses')
    .values({ address_digest: keyOf(address), ...row })
    .onConflict((conflict) => conflict.column('address_digest').doUpdateSet(row))
    .execute()
}

export const forgetAnswersJob: Job = {
  name: 'shops.forget-geocoded-addresses',
  run: async (context) => {
    await context.database.db
      .deleteFrom('geocoded_addresses')
      .where('asked_at', '<=', since(context))
      .execute()
  },
}
