import { measureAvailability } from './availability.ts'
import type { Bench } from './bench.ts'
import { measureBooking } from './booking.ts'
import type { Figure } from './figures.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory } from './memory.ts'
import { measurePages } from './pages.ts'
import { measureRace } from './race.ts'
import { measureStarts } from './start.ts'

/** Every section by its name, in the order of a whole run. */
export const sections: Readonly<Record<string, (bench: Bench) => Promise<Figure[]>>> = {
  start: measureStarts,
  availability: measureAvailability,
  booking: measureBooking,
  race: measureRace,
  memory: measureMemory,
  growth: measureGrowth,
  pages: measurePages,
}
