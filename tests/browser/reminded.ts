import { instantOfWallTime } from '../../contract/time.ts'
import { send } from '../support/people.ts'
import type { Product } from '../support/start-product.ts'
import { tellSandbox } from './booked-customer.ts'
import { mailedPage } from './mailed-links.ts'
import { shopZone } from './shop-people.ts'

/** Moves the clock to this many hours after a start on the shop's clock; before it when negative. */
export async function advanceToStart(product: Product, date: string, hours: number): Promise<void> {
  const [day = '', time = ''] = date.split(' ')
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const at = (instantOfWallTime(day, minutes, shopZone) ?? Number.NaN) + hours * 3_600_000
  const { now } = (await send(product, 'GET', '/api/config')).body as { now: string }
  await tellSandbox(product, 'clock', { advanceSeconds: Math.ceil((at - Date.parse(now)) / 1000) })
}

/** The link in the first reminder of an appointment, 47 hours before its start. */
export async function receiveReminder(
  product: Product,
  { email, date }: { email: string; date: string },
): Promise<string> {
  await advanceToStart(product, date, -47)
  return mailedPage(product, email, '/appointment-link#')
}
