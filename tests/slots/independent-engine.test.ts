import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chanceOf } from '../reliability/chance.ts'
import { listKitStarts, loadKit } from './booking-kit.ts'
import { clockChange, drawSchedule, listDays, listOwnStarts } from './slot-schedules.ts'

test('@thebookingkit/core finds the same free starts in 20 random months, with clock changes in both directions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dashfit-kit-'))
  try {
    const kit = await loadKit(folder)
    const chance = chanceOf(20_261_122)
    const changes = new Set<number>()
    let free = 0
    for (let number = 0; number < 20; number++) {
      const schedule = drawSchedule(chance.fork(number), number)
      const found = listOwnStarts(schedule)
      expect(found).toEqual(listKitStarts(kit, schedule))
      free += found.length
      for (const day of listDays(schedule)) changes.add(Math.sign(clockChange(day, schedule.zone)))
    }
    expect(changes).toEqual(new Set([-1, 0, 1]))
    expect(free).toBeGreaterThan(1000)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
