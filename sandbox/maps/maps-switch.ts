import type { Journal } from '../journal.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'

/**
 * `down` cuts every connection, `denied` and `over_limit` are Google's errors, `slow` delays a normal answer.
 */
export const MAPS_MODES = ['normal', 'down', 'denied', 'over_limit', 'slow'] as const

export interface MapsSwitch {
  mode: (typeof MAPS_MODES)[number]
  /** The delay of `slow`. */
  delayMs: number
}

export interface MapsRecords {
  switch: MapsSwitch
}

const LONGEST_DELAY_MS = 60_000
const USUAL: MapsSwitch = { mode: 'normal', delayMs: 10_000 }

export function currentMaps(journal: Journal<MapsRecords>): MapsSwitch {
  return journal.get('switch', 'switch') ?? USUAL
}

/** Parses `{mode, delayMs?}`; refuses anything else with a sentence. */
export function parseMapsSwitch(fields: Fields): MapsSwitch | string {
  const unknown = unknownField(fields, ['mode', 'delayMs'])
  if (unknown !== undefined) return unknown
  const mode = MAPS_MODES.find((known) => known === fields['mode'])
  if (!mode) return `mode must be one of ${MAPS_MODES.join(', ')}`
  const { delayMs = USUAL.delayMs } = fields
  if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs <= LONGEST_DELAY_MS)) {
    return `delayMs must be from 0 to ${LONGEST_DELAY_MS}`
  }
  return { mode, delayMs }
}

export function setMaps(journal: Journal<MapsRecords>, given: MapsSwitch): void {
  journal.transaction((records) => records.put('switch', 'switch', given))
}
