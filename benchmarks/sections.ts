import { measureAvailability } from './availability.ts'
import type { Section } from './bench.ts'
import { measureBooking } from './booking.ts'
import { measureGrowth } from './growth.ts'
import { measureMemory } from './memory.ts'
import { measureOutbox } from './outbox.ts'
import { measurePages } from './pages.ts'
import { measurePair } from './pair.ts'
import { measureProvider } from './provider.ts'
import { measureRaces } from './race.ts'
import { measureScale } from './scale.ts'
import { measureSlotEngine } from './slot-engine.ts'
import { measureSoak } from './soak.ts'
import { measureStarts } from './start.ts'
import { measureWeight } from './weight.ts'

/** Everything that is measured, in the order in which it runs. From `booking` to `memory` all ask the same server. */
export const sections: readonly Section[] = [
  { name: 'slots', measure: measureSlotEngine },
  { name: 'start', measure: measureStarts },
  { name: 'availability', measure: measureAvailability },
  { name: 'growth', measure: measureGrowth },
  { name: 'booking', measure: measureBooking },
  { name: 'race', measure: measureRaces },
  { name: 'provider', measure: measureProvider },
  { name: 'outbox', measure: measureOutbox },
  { name: 'soak', measure: measureSoak },
  { name: 'memory', measure: measureMemory },
  { name: 'weight', measure: measureWeight },
  { name: 'pages', measure: measurePages },
  { name: 'pair', measure: measurePair, byNameOnly: true },
  { name: 'scale', measure: measureScale, byNameOnly: true },
]
