import { measureAvailability, pairOf } from './availability.ts'
import type { Section } from './bench.ts'
import { measureBooking, prepareBooking } from './booking.ts'
import { measureGrowth, prepareGrowth } from './growth.ts'
import { measureMemory } from './memory.ts'
import { measureOutbox } from './outbox.ts'
import { measurePages, siteOf } from './pages.ts'
import { measurePair } from './pair.ts'
import { measureProvider } from './provider.ts'
import { measureRaces } from './race.ts'
import { measureScale } from './scale.ts'
import { measureSlotEngine } from './slot-engine.ts'
import { measureSoak } from './soak.ts'
import { measureStarts } from './start.ts'

/** Everything that is measured, in the order in which it runs. From `booking` to `memory` all ask the same server. */
export const sections: readonly Section[] = [
  { name: 'slots', measure: measureSlotEngine, isUndisturbed: true },
  { name: 'start', measure: measureStarts },
  { name: 'availability', prepare: pairOf, measure: measureAvailability },
  { name: 'growth', prepare: prepareGrowth, measure: measureGrowth },
  { name: 'booking', prepare: prepareBooking, measure: measureBooking },
  { name: 'race', measure: measureRaces },
  { name: 'provider', measure: measureProvider },
  { name: 'outbox', measure: measureOutbox },
  { name: 'soak', measure: measureSoak },
  { name: 'memory', measure: measureMemory },
  { name: 'pages', prepare: siteOf, measure: measurePages },
  { name: 'pair', measure: measurePair, byNameOnly: true },
  { name: 'scale', measure: measureScale, byNameOnly: true },
]
