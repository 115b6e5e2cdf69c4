import { addDays, dayOf, instantOfWallTime, weekdayOf } from '../../contract/time.ts'
import { bookAtDesk } from '../support/desk-orders.ts'
import type { MoneyWorld } from '../support/money.ts'
import { newPhone, textFrom } from '../support/sandbox-phone.ts'
import { shopZone } from '../support/start-world.ts'
import type { openTextingShop } from '../support/texting-shops.ts'
import type { Chance } from './chance.ts'
import type { TextDeeds } from './texts-audit.ts'

type Shop = Awaited<ReturnType<typeof openTextingShop>>
type Coming = { id: string; phone: string; day: string }

const hours = ['08:00', '09:00', '10:00', '12:00', '13:00', '15:00'] as const
/** Not a divisor of a day, so that the steps drift around the clock. */
const stepSeconds = 3.35 * 3600
const modes = ['busy', 'silent', 'down'] as const

type Month = { world: MoneyWorld; shop: Shop; days: number; appointments: number; chance: Chance }
export type LivedDays = {
  deeds: TextDeeds
  phones: string[]
  booked: number
  moved: number
  cancelled: number
}

/**
 * Lives through days of a shop that texts: people are booked, moved and cancelled, reply and say stop, and
 * the provider fails now and then.
 */
export async function liveTextDays({ world, shop, days, appointments, chance }: Month): Promise<LivedDays> {
  const deeds: TextDeeds = { agreedAt: new Map(), stops: new Map() }
  const phones: string[] = []
  const coming: Coming[] = []
  const lived: LivedDays = { deeds, phones, booked: 0, moved: 0, cancelled: 0 }
  const steps = Math.round((days * 86_400) / stepSeconds)
  let asked = 0
  const now = () => world.context.clock.now()
  await world.advance(Math.ceil((nextMondayMorning(now()) - now()) / 1000))
  for (let step = 0; step < steps; step += 1) {
    await setMode(world, chance.happens(0.08) ? chance.pick(modes) : 'normal')
    const due = Math.ceil(((step + 1) * appointments) / steps) - asked
    for (let count = 0; count < due; count += 1) await bookOne()
    for (const one of coming.filter(() => chance.happens(0.02))) await changeOne(one)
    for (const one of coming.filter(() => chance.happens(0.03))) await reply(one)
    await world.advance(stepSeconds)
    await setMode(world, 'normal')
    await world.runJobs()
  }
  return lived

  async function bookOne(): Promise<void> {
    const phone = phones.length > 5 && chance.happens(0.2) ? chance.pick(phones) : newPhone()
    const isNew = !phones.includes(phone)
    const agrees = isNew ? chance.happens(0.7) : deeds.agreedAt.has(phone)
    const day = addDays(world.bookableDays()[0] ?? '', chance.between(-4, 12))
    const { status, body } = await bookAtDesk(
      shop.desk,
      { shopId: shop.shopId, date: `${day} ${chance.pick(hours)}` },
      // One name for each phone: the consent belongs to the person.
      { contact: { name: `Caller ${phone}`, phone }, agreesToTexts: agrees && isNew },
    )
    asked += 1
    // The bays are taken then.
    if (status !== 201) return
    lived.booked += 1
    if (isNew) phones.push(phone)
    if (agrees && isNew) deeds.agreedAt.set(phone, now())
    coming.push({ id: body.id as string, phone, day })
  }

  async function changeOne(one: Coming): Promise<void> {
    if (chance.happens(0.3)) {
      const answer = await shop.desk.patch(`/api/admin/appointments/${one.id}/status`, {
        status: 'cancelled',
      })
      if (answer.status === 200) lived.cancelled += 1
      coming.splice(coming.indexOf(one), 1)
      return
    }
    const date = `${addDays(one.day, chance.between(-2, 4))} ${chance.pick(hours)}`
    const answer = await shop.desk.patch(`/api/admin/appointments/${one.id}`, { date, notify: true })
    if (answer.status === 200) lived.moved += 1
  }

  async function reply({ phone }: Coming): Promise<void> {
    const text = (body: string) => textFrom(world, phone, { to: `+1${shop.number}`, body })
    const note = (isStop: boolean) => {
      const before = deeds.stops.get(phone) ?? []
      deeds.stops.set(phone, [...before, { at: now(), isStop }])
    }
    const draw = chance.next()
    if (draw < 0.3) {
      note(true)
      await text(chance.pick(['STOP', 'alto', 'Parar.']))
    } else if (draw < 0.45) {
      await text('START')
      note(false)
    } else if (draw < 0.6) for (let count = 0; count < 8; count += 1) await text('HELP')
    else if (draw < 0.85) await text(chance.pick(['C', 'Sí']))
    else await text('CANCEL my order? I mean the second one')
  }
}

/** 8 AM of the next Monday: a run on another day or at another hour lives through the same days. */
function nextMondayMorning(now: number): number {
  const day = dayOf(now, shopZone)
  return instantOfWallTime(addDays(day, 8 - weekdayOf(day)), 8 * 60, shopZone) ?? now
}

async function setMode(world: MoneyWorld, mode: string): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}/sandbox/phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}
