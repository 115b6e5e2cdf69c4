import { bookAtDesk } from './desk-orders.ts'
import type { MoneyWorld } from './money.ts'
import type { Person } from './people.ts'
import { newPhone, textFrom, textsOn } from './sandbox-phone.ts'
import { openStaffedShop } from './shop-members.ts'

type TextingShop = {
  owner: Person
  desk: Person
  shopId: number
  /** The number of its texts, ten digits. */
  number: string
  /** Books for a caller, who says yes to texts unless told otherwise. */
  bookFor: (phone: string, changes?: Record<string, unknown>) => Promise<string>
  /** A text from a phone to the shop. */
  text: (phone: string, body: string) => Promise<void>
  bodiesOn: (phone: string) => Promise<string[]>
}

/** Opens an approved shop with a number for texts, at noon of its day. */
export async function openTextingShop(world: MoneyWorld): Promise<TextingShop> {
  const { owner, desk, shopId } = await openStaffedShop(world)
  const number = newPhone()
  await world.administrator.patch(`/api/admin/shops/${shopId}`, { textNumber: number })
  await toNoon(world)
  let booked = 0
  return {
    owner,
    desk,
    shopId,
    number,
    bookFor: async (phone, changes = {}) => {
      const days = world.bookableDays()
      const day = days.at(-1 - Math.floor(booked / 2))
      const date = `${day} ${booked % 2 === 0 ? '09' : '13'}:00`
      booked += 1
      const { status, body } = await bookAtDesk(
        desk,
        { shopId, date },
        { contact: { name: 'Dolores Haze', phone }, agreesToTexts: true, ...changes },
      )
      if (status !== 201) throw new Error(`the booking was answered ${status} ${JSON.stringify(body)}`)
      return body.id as string
    },
    text: (phone, body) => textFrom(world, phone, { to: `+1${number}`, body }),
    bodiesOn: async (phone) => (await textsOn(world, phone)).map(({ body }) => body),
  }
}

/** Noon of the shop: texts leave at once. */
async function toNoon(world: MoneyWorld): Promise<void> {
  const hour = new Date(world.context.clock.now()).toLocaleString('en-US', {
    timeZone: 'America/Los_Angeles',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  await world.advance(((36 - Number(hour)) % 24) * 3600)
}
