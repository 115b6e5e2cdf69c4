import type { Pool } from 'pg'
import type { Intent } from '../support/outside.ts'

/** The price list of the product's documents, in cents. */
const priceOf: Record<number, number> = { 1: 49_900, 2: 79_900, 3: 129_900 }

type Priced = { id: string; package_id: number; price_cents: number }

/** Compares the price, the held amount and the captured amount of these appointments with the price list. */
export async function auditPrices(
  pool: Pool,
  intents: readonly Intent[],
  ids: readonly string[],
): Promise<string[]> {
  const { rows: appointments } = await pool.query<Priced>(
    'select id, package_id, price_cents from appointments where id = any($1::uuid[])',
    [[...ids]],
  )
  const { rows: holds } = await pool.query<{ appointment_id: string; amount_cents: number; id: string }>(
    'select id, appointment_id, amount_cents from holds where appointment_id = any($1::uuid[])',
    [[...ids]],
  )
  const prices = Object.values(priceOf)
  return [
    ...appointments.flatMap(({ id, package_id: packageId, price_cents: price }) => {
      const found = price === priceOf[packageId] ? [] : [`${id} of package ${packageId} costs ${price} cents`]
      for (const intent of intents.filter(({ metadata }) => metadata['appointment_id'] === id)) {
        // A cheaper package leaves the dearer hold and captures less of it.
        const isEnough = intent.status !== 'requires_capture' || intent.amount >= price
        if (!prices.includes(intent.amount) || !isEnough)
          found.push(`${intent.id} holds ${intent.amount} cents for ${price}`)
        const hold = holds.find((one) => one.id === intent.metadata['hold_id'])
        if (hold && hold.amount_cents !== intent.amount)
          found.push(`${intent.id} holds ${intent.amount} cents and its row says ${hold.amount_cents}`)
        if (intent.status === 'succeeded' && !prices.includes(intent.amount_received))
          found.push(`${intent.id} took ${intent.amount_received} cents`)
      }
      return found
    }),
    ...holds
      .filter(({ amount_cents: amount }) => !prices.includes(amount))
      .map((hold) => `the hold ${hold.id} is of ${hold.amount_cents} cents`),
  ]
}
