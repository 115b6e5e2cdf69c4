import { randomUUID } from 'node:crypto'
import type { DayPrice, NewAgreement } from '../../contract/payments/price-endpoints.ts'
import { agreementWording } from '../../contract/payments/price-words.ts'
import type { MoneyWorld } from './money.ts'
import type { Answer, Person } from './people.ts'
import { sampleSignature } from './work-orders.ts'

export const priceOf = async (person: Person, id: string): Promise<DayPrice> =>
  (await person.get(`/api/admin/appointments/${id}/price`)).body

type Line = { kind?: string; description?: string; amountCents: unknown; id?: string }

export function addLine(person: Person, id: string, line: Line): Promise<Answer> {
  return person.post(`/api/admin/appointments/${id}/price/lines`, {
    id: randomUUID(),
    kind: 'part',
    description: 'Mounting bracket',
    ...line,
  })
}

type Agreed = {
  seenTotalCents?: number
  seenLines?: NewAgreement['seenLines']
  tipCents?: number
  wording?: string
  strokes?: number[][][]
}

/** The customer signs the present total on a device of the shop. */
export async function agreeAtShop(person: Person, id: string, changes: Agreed = {}): Promise<Answer> {
  const price = await priceOf(person, id)
  return person.post(`/api/admin/appointments/${id}/price/agreement`, signed(price, changes))
}

/** The lines of a price as a page shows them. */
export const linesSeenIn = ({ lines }: { lines: NewAgreement['seenLines'] }) =>
  lines.map(({ kind, description, amountCents }) => ({ kind, description, amountCents }))

/** A signature under the sentence of this price. */
export function signed(
  price: Pick<DayPrice, 'totalCents' | 'dueCents' | 'coveredCents' | 'onHoldCents' | 'card'> & {
    lines: NewAgreement['seenLines']
  },
  { tipCents, ...changes }: Agreed = {},
) {
  const seenTotalCents = price.totalCents + (tipCents ?? 0)
  return {
    name: 'Casey Rivera',
    // A tip is signed by hand.
    strokes: tipCents ? sampleSignature.strokes : [],
    wording: agreementWording({
      ...price,
      totalCents: seenTotalCents,
      dueCents: price.dueCents + (tipCents ?? 0),
    }),
    seenTotalCents,
    seenLines: linesSeenIn(price),
    ...(tipCents !== undefined && { tipCents }),
    ...changes,
  }
}

type Refund = { amountCents: unknown; reason?: string; seenRefundedCents?: number; id?: string }

export function refundPart(person: Person, id: string, refund: Refund): Promise<Answer> {
  return person.post(`/api/admin/appointments/${id}/refunds`, {
    id: randomUUID(),
    reason: 'A scratch in the trim',
    seenRefundedCents: 0,
    ...refund,
  })
}

type ShopPart = { id?: string; method?: string; seenDueCents?: number }

/**
 * Records a payment at the shop, in cash: all that is due, or a part. The due amount is the present one, as a
 * page that was just loaded shows it.
 */
export async function payAtShop(
  person: Person,
  id: string,
  amountCents?: unknown,
  part: ShopPart = {},
): Promise<Answer> {
  const seenDueCents = part.seenDueCents ?? (await priceOf(person, id)).dueCents
  return person.post(`/api/admin/appointments/${id}/payment`, {
    id: randomUUID(),
    method: 'cash',
    ...(amountCents !== undefined && { amountCents }),
    ...part,
    seenDueCents,
  })
}

/** Removes a part payment at the shop, as recorded by mistake. */
export function removePayment(person: Person, id: string, paymentId: string): Promise<Answer> {
  return person.remove(`/api/admin/appointments/${id}/price/payments/${paymentId}`)
}

/** Captures the price while the bank has ended the hold of an agreed extra $120, which stays due. */
export async function captureWithRest(world: MoneyWorld, person: Person, id: string): Promise<void> {
  await addLine(person, id, { amountCents: 12_000 })
  await agreeAtShop(person, id)
  const [, extra] = await world.intentsOf(id)
  await world.context.stripe.paymentIntents.cancel(extra.id)
  // The price is captured before the end of the other hold is known.
  await world.context.database.pool.query('update holds set looked_at = now() where appointment_id = $1', [
    id,
  ])
  const { status } = await world.capture(id, person)
  if (status !== 200) throw new Error(`the price was not captured: ${status}`)
}
