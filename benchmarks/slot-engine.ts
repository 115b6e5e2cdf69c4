import { listFreeSlots } from '../contract/slots/free-slots.ts'
import { wallClock, weekdayOf } from '../contract/time.ts'
import { chanceOf } from '../tests/reliability/chance.ts'
import type { Bench } from './bench.ts'
import { askKit, listKitStarts, loadKit } from './booking-kit.ts'
import { atLeast, atMost, inWords, mustBe, type Line } from './line.ts'
import { inTurns, median } from './measure.ts'
import {
  clockChange,
  drawSchedule,
  listDays,
  listOwnStarts,
  listShopDays,
  type Schedule,
} from './slot-schedules.ts'

const hourMs = 3_600_000

/** A shop as they are: Monday to Saturday from nine to five, one bay, in which a job of three hours is done each weekday at ten. */
function usualSchedule(): Schedule {
  const zone = 'America/Los_Angeles'
  const schedule = {
    zone,
    firstDay: '2026-12-01',
    week: Array.from({ length: 7 }, (_, index) => (index < 6 ? { opens: 540, closes: 1020 } : null)),
    closures: new Set(['2026-12-25']),
    durationMinutes: 180,
  }
  const jobs = listDays(schedule)
    .filter((day) => weekdayOf(day) <= 5)
    .map((day) => {
      const from = wallClock(day, zone)(600) ?? Number.NaN
      return { from, to: from + 3 * hourMs }
    })
  return { ...schedule, bays: [jobs] }
}

/** Milliseconds of processor time that one run of the work takes, so that what else the machine does does not count. */
function measureWork(work: () => unknown, runs: number): number {
  const before = process.cpuUsage()
  for (let run = 0; run < runs; run++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / runs
}

/** The pure rule against the slot engine of another booking system: the same answers, and how long a month takes each. */
export async function measureSlotEngine(bench: Bench): Promise<Line[]> {
  const kit = await loadKit(await bench.folderFor('kit'))
  const seed = 20_261_122
  const chance = chanceOf(seed)
  const size = bench.quick ? 30 : 1000
  const changes = { forward: 0, back: 0 }
  const others: number[] = []
  for (let number = 0; number < size; number++) {
    const schedule = drawSchedule(chance.fork(number), number)
    if (listOwnStarts(schedule).join() !== listKitStarts(kit, schedule).join()) others.push(number)
    for (const day of listDays(schedule)) {
      const change = clockChange(day, schedule.zone)
      if (change > 0) changes.forward++
      if (change < 0) changes.back++
    }
  }
  const usual = usualSchedule()
  const shopDays = listShopDays(usual)
  const questions = askKit(usual, 60)
  const [own, theirs] = await inTurns(bench.quick ? 5 : 15, [
    () => measureWork(() => shopDays.map((day) => listFreeSlots(day, usual.durationMinutes)), 2000),
    () => measureWork(() => questions.map((question) => kit.getAvailableSlots(...question)), 20),
  ])
  const [ownMs, theirMs] = [median(own), median(theirs)]
  return [
    mustBe(
      `starts of ${inWords(size)} months by chance are those of @thebookingkit/core (seed ${seed})`,
      `${others.length} differ${others.length > 0 ? `: ${others.slice(0, 10).join(', ')}` : ''}; clocks go forward in ${changes.forward}, back in ${changes.back}`,
      others.length === 0 && changes.forward > 0 && changes.back > 0,
    ),
    atMost(0.08, {
      what: 'the rule alone, 31 days of a bay, processor time',
      figure: `${inWords(ownMs)} ms`,
      value: ownMs,
    }),
    atLeast(300, {
      what: 'the same by @thebookingkit/core',
      figure: `${inWords(theirMs)} ms = ${inWords(theirMs / ownMs)} times as long`,
      value: theirMs / ownMs,
    }),
  ]
}
