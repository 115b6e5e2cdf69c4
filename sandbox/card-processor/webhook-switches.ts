import type { Journal } from '../journal.ts'
import type { ProcessorRecords, WebhookSwitches } from './records.ts'
import { unknownField } from '../switch.ts'
import type { Fields } from '../switch.ts'

const MOST_REPEATS = 20
const AS_THEY_COME: WebhookSwitches = { paused: false, shuffle: false, repeat: 1 }

export function currentWebhooks(journal: Journal<ProcessorRecords>): WebhookSwitches {
  return journal.get('webhooks', 'webhooks') ?? AS_THEY_COME
}

/** Parses `{paused?, shuffle?, repeat?}`; missing fields stay, anything else is refused with a sentence. */
export function parseWebhookSwitches(before: WebhookSwitches, fields: Fields): WebhookSwitches | string {
  const unknown = unknownField(fields, ['paused', 'shuffle', 'repeat'])
  if (unknown !== undefined) return unknown
  if (Object.keys(fields).length === 0) return 'Give paused, shuffle or repeat'
  const { paused = before.paused, shuffle = before.shuffle, repeat = before.repeat } = fields
  if (typeof paused !== 'boolean') return 'paused must be true or false'
  if (typeof shuffle !== 'boolean') return 'shuffle must be true or false'
  if (typeof repeat !== 'number' || !Number.isInteger(repeat) || repeat < 1 || repeat > MOST_REPEATS) {
    return `repeat must be a whole number from 1 to ${MOST_REPEATS}`
  }
  return { paused, shuffle, repeat }
}

export function setWebhooks(journal: Journal<ProcessorRecords>, switches: WebhookSwitches): void {
  journal.transaction((records) => records.put('webhooks', 'webhooks', switches))
}
