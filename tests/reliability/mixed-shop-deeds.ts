import { usualWeek } from '../support/people.ts'
import type { Chance } from './chance.ts'
import { told, type Outcome } from './mixed-outcome.ts'
import { drawDay, reach, type MixedFixture } from './mixed-world.ts'

export async function changeBays(fixture: MixedFixture, chance: Chance): Promise<Outcome> {
  const shop = chance.pick(fixture.shops)
  const staff = reach(fixture, chance.pick(shop.staff), chance)
  const settings = await staff.get(`/api/admin/shops/${shop.id}`)
  if (settings.status !== 200) return told('bay', settings)
  const bays = settings.body.bays as { id: number; inUse: boolean }[]
  if (bays.length < 3)
    return told(
      'bay',
      await staff.post(`/api/admin/shops/${shop.id}/bays`, { name: `Bay ${chance.below(1e6)}` }),
    )
  const bay = chance.pick(bays)
  const inUse = chance.happens(0.65)
  return told('bay', await staff.patch(`/api/admin/shops/${shop.id}/bays/${bay.id}`, { inUse }))
}

export async function changeClosures(fixture: MixedFixture, chance: Chance): Promise<Outcome> {
  const shop = chance.pick(fixture.shops)
  const staff = reach(fixture, chance.pick(shop.staff), chance)
  const path = `/api/admin/shops/${shop.id}/closures`
  const settings = await staff.get(`/api/admin/shops/${shop.id}`)
  if (settings.status !== 200) return told('closure', settings)
  const closures = settings.body.closures as { id: number }[]
  if (closures.length > 1 || (closures.length > 0 && chance.happens(0.6)))
    return told('closure', await staff.remove(`${path}/${chance.pick(closures).id}`))
  const day = drawDay(fixture, chance)
  return told('closure', await staff.post(path, { firstDay: day, lastDay: day }))
}

export async function changeHours(fixture: MixedFixture, chance: Chance): Promise<Outcome> {
  const shop = chance.pick(fixture.shops)
  const staff = reach(fixture, chance.pick(shop.staff), chance)
  const [open, close] = chance.pick([
    ['09:00', '17:00'],
    ['09:00', '17:00'],
    ['10:00', '18:00'],
    ['08:30', '15:30'],
  ] as const)
  const week = Object.fromEntries(
    Object.entries(usualWeek).map(([day, { isOpen }]) => [
      day,
      { isOpen: isOpen && chance.happens(0.95), open, close },
    ]),
  )
  return told('hours', await staff.patch(`/api/admin/shops/${shop.id}`, { businessHours: week }))
}
