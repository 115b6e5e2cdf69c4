import { randomUUID } from 'node:crypto'
import type { NewPriceLine } from '../../contract/payments/day-price.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { agreementWording } from '../../contract/payments/price-words.ts'
import type { OpenShop } from './open-demo-shops.ts'
import { required } from './product-client.ts'

type Line = Omit<NewPriceLine, 'id'>

const bracket: Line = { kind: 'part', description: 'Mounting bracket', amountCents: 12_000 }
const cable: Line = { kind: 'labor', description: 'Cable repair behind the glove box', amountCents: 4_500 }
const waited: Line = { kind: 'discount', description: 'Waited an hour', amountCents: 2_500 }

/** Sales tax of Los Angeles County, and tips. */
export async function setPricing({ id, owner }: Pick<OpenShop, 'id' | 'owner'>): Promise<void> {
  const shares = [1, 2, 3].map((packageId) => ({ packageId, percent: 60 }))
  const pricing = { taxRate: 9_750, takesTips: true, shares }
  required(await owner.post(`/api/admin/shops/${id}/pricing`, pricing), 'sales tax and tips')
}

async function addLine({ desk }: OpenShop, id: string, line: Line): Promise<DayPrice> {
  const answer = await desk.post(`/api/admin/appointments/${id}/price/lines`, { id: randomUUID(), ...line })
  return required<DayPrice>(answer, `a line of ${id}`)
}

async function agree({ desk }: OpenShop, id: string, price: DayPrice, name: string): Promise<void> {
  const answer = await desk.post(`/api/admin/appointments/${id}/price/agreement`, {
    name,
    strokes: [],
    wording: agreementWording(price),
    seenTotalCents: price.totalCents,
    seenLines: price.lines.map(({ kind, description, amountCents }) => ({ kind, description, amountCents })),
  })
  required(answer, `the agreement of ${id}`)
}

/** Some finished jobs have a part that the customer signed for, or a discount. */
export async function priceFinished(
  shop: OpenShop,
  { id, customerName }: { id: string; customerName: string },
  count: number,
): Promise<void> {
  if (count % 5 === 2) await agree(shop, id, await addLine(shop, id, bracket), customerName)
  if (count % 7 === 3) await addLine(shop, id, waited)
}

/** Of the cars at the shop one has a part that the customer signed for, and one waits for an agreement. */
export async function priceToday(
  shop: OpenShop,
  jobs: readonly { id: string; customerName: string }[],
): Promise<void> {
  const [first, second] = jobs
  if (first) {
    await addLine(shop, first.id, bracket)
    await addLine(shop, first.id, cable)
    required(await shop.desk.post(`/api/admin/appointments/${first.id}/price/ask`), 'a link to agree')
  }
  if (second) {
    const price = await addLine(shop, second.id, cable)
    await agree(shop, second.id, price, second.customerName)
  }
}

/** A part of a payment goes back; the job stays done. */
export async function refundPartOf({ desk }: OpenShop, id: string): Promise<void> {
  const answer = await desk.post(`/api/admin/appointments/${id}/refunds`, {
    id: randomUUID(),
    amountCents: 5_000,
    reason: 'A scratch in the trim',
    seenRefundedCents: 0,
  })
  required(answer, `a refund of ${id}`)
}
