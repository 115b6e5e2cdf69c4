import { measureAvailability } from './availability.ts'
import type { Section } from './bench.ts'
import { measureGrowth } from './growth.ts'
import { measureSlotEngine } from './slot-engine.ts'
import { measureStarts } from './start.ts'
import { measureWeight } from './weight.ts'

/** Everything that is measured, in the order in which it runs. */
export const sections: readonly Section[] = [
  { name: 'slots', measure: measureSlotEngine },
  { name: 'start', measure: measureStarts },
  { name: 'availability', measure: measureAvailability },
  { name: 'growth', measure: measureGrowth },
  { name: 'weight', measure: measureWeight },
]
