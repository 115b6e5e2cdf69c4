import type { Journal } from '../journal.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'

/**
 * `down` cuts every connection, `error` answers 500, `busy` 503, `slow` delays a normal answer, and `drip`
 * sends the headers of a file and no more of it.
 */
export const STORAGE_MODES = ['normal', 'down', 'error', 'busy', 'slow', 'drip'] as const

export interface StorageSwitch {
  mode: (typeof STORAGE_MODES)[number]
  /** The delay of `slow`. */
  delayMs: number
}

export interface StoredObject {
  contentType: string
  /** MD5 of the bytes, in quotation marks. */
  etag: string
  size: number
}

export interface StorageRecords {
  switch: StorageSwitch
  /** By bucket and key. */
  object: StoredObject
}

const LONGEST_DELAY_MS = 60_000
const USUAL: StorageSwitch = { mode: 'normal', delayMs: 15_000 }

export function currentStorage(journal: Journal<StorageRecords>): StorageSwitch {
  return journal.get('switch', 'switch') ?? USUAL
}

/** Parses `{mode, delayMs?}`; refuses anything else with a sentence. */
export function parseStorageSwitch(fields: Fields): StorageSwitch | string {
  const unknown = unknownField(fields, ['mode', 'delayMs'])
  if (unknown !== undefined) return unknown
  const mode = STORAGE_MODES.find((known) => known === fields['mode'])
  if (!mode) return `mode must be one of ${STORAGE_MODES.join(', ')}`
  const { delayMs = USUAL.delayMs } = fields
  if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs <= LONGEST_DELAY_MS)) {
    return `delayMs must be from 0 to ${LONGEST_DELAY_MS}`
  }
  return { mode, delayMs }
}

export function setStorage(journal: Journal<StorageRecords>, given: StorageSwitch): void {
  journal.transaction((records) => records.put('switch', 'switch', given))
}
