import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { bookAt, drawDay, drawTime, reach, type Known, type MixedFixture } from './mixed-world.ts'
import { told, type Deed, type Outcome } from './mixed-outcome.ts'
import { changeBays, changeClosures, changeHours } from './mixed-shop-deeds.ts'
import { answerBank } from './race-actors.ts'

/** Late appointments more often than old ones: other callers compete for those. */
function drawKnown({ known }: MixedFixture, chance: Chance): Known | undefined {
  const recent = [...known.values()].slice(-40)
  return recent.length > 0 ? chance.pick(recent) : undefined
}

async function move(fixture: MixedFixture, known: Known, start: string, chance: Chance): Promise<Outcome> {
  const [date, time] = start.split(' ')
  const answer = await reach(fixture, known.customer, chance).patch(`/api/appointments/${known.id}`, {
    date,
    time,
  })
  return told('move', answer, { id: known.id, wanted: start })
}

/** Swaps the places of two appointments of one shop at the same time. */
async function swap(fixture: MixedFixture, one: Known, chance: Chance): Promise<Outcome[]> {
  const others = [...fixture.known.values()].filter(
    ({ id, shopId }) => shopId === one.shopId && id !== one.id,
  )
  if (others.length === 0) return []
  const pair = [one, chance.pick(others.slice(-20))]
  const starts = await Promise.all(
    pair.map(async ({ id, customer }) => {
      const { body } = await reach(fixture, customer, chance).get('/api/appointments/user/all')
      const own = (body as { id: string; appointmentDate: string }[]).find((listed) => listed.id === id)
      const [day, time = ''] = own?.appointmentDate.split(' ') ?? []
      return own && `${day} ${Number(time.slice(0, 2))}:00`
    }),
  )
  const moves = pair.map((known, index) => {
    const start = starts[1 - index]
    return start === undefined ? [] : [move(fixture, known, start, chance)]
  })
  return Promise.all(moves.flat())
}

/** Performs one deed of one caller, through one of the processes. */
export async function doDeed(
  fixture: MixedFixture,
  chance: Chance,
  deeds: readonly Deed[],
): Promise<Outcome[]> {
  const deed = chance.pick(deeds)
  const cardOf: Partial<Record<Deed, string>> = {
    'book with the bank': 'pm_card_authenticationRequired',
    'book on a bad card': 'pm_card_chargeDeclined',
  }
  switch (deed) {
    case 'book':
    case 'book with the bank':
    case 'book on a bad card': {
      const place = {
        shopId: chance.pick(fixture.shops).id,
        day: drawDay(fixture, chance),
        productId: chance.between(1, 3),
      }
      const time = await drawTime(fixture, place, chance)
      return [told(deed, await bookAt(fixture, { ...place, time }, chance, cardOf[deed]))]
    }
    case 'status': {
      const status = chance.happens(0.9) ? 'approved' : 'suspended'
      const path = `/api/admin/shops/${chance.pick(fixture.shops).id}/status`
      return [told(deed, await reach(fixture, fixture.administrator, chance).patch(path, { status }))]
    }
    case 'hours':
      return [await changeHours(fixture, chance)]
    case 'closure':
      return [await changeClosures(fixture, chance)]
    case 'bay':
      return [await changeBays(fixture, chance)]
    case 'time goes by':
      await wait(chance.between(0, 20))
      // Less than a claim lasts, or more: some claims expire meanwhile.
      await fixture.world.advance(chance.between(60, 1200))
      return []
    case 'jobs run':
      await chance.pick(fixture.processes).runJobs()
      return []
    case 'bank answers':
    case 'move':
    case 'swap':
    case 'package':
    case 'customer cancels':
    case 'staff cancels':
    case 'capture':
      return doAppointmentDeed(fixture, deed, chance)
  }
}

type AppointmentDeed =
  | 'bank answers'
  | 'move'
  | 'swap'
  | 'package'
  | 'customer cancels'
  | 'staff cancels'
  | 'capture'

/** Performs a deed about an existing appointment. */
async function doAppointmentDeed(
  fixture: MixedFixture,
  deed: AppointmentDeed,
  chance: Chance,
): Promise<Outcome[]> {
  const known = drawKnown(fixture, chance)
  if (!known) return []
  const { id, customer, shopId } = known
  const own = reach(fixture, customer, chance)
  const staff = reach(
    fixture,
    chance.pick(fixture.shops.find((shop) => shop.id === shopId)?.staff ?? []),
    chance,
  )
  switch (deed) {
    case 'bank answers':
      await answerBank(fixture, id, chance.happens(0.7) ? 'complete' : 'fail')
      return []
    case 'move': {
      const day = drawDay(fixture, chance)
      const time = await drawTime(fixture, { shopId, day, productId: chance.between(1, 3) }, chance)
      return [await move(fixture, known, `${day} ${time}`, chance)]
    }
    case 'swap':
      return swap(fixture, known, chance)
    case 'package':
      return [
        told(deed, await own.patch(`/api/appointments/${id}`, { productId: chance.between(1, 3) }), { id }),
      ]
    case 'customer cancels':
      return [told(deed, await own.patch(`/api/appointments/${id}`, { status: 'cancelled' }), { id })]
    case 'staff cancels': {
      const path = `/api/admin/appointments/${id}/status`
      return [told(deed, await staff.patch(path, { status: 'cancelled' }), { id })]
    }
    case 'capture':
      return [told(deed, await staff.post(`/api/admin/appointments/${id}/capture`), { id })]
  }
}
