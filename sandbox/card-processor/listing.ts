import type { Call } from './call.ts'
import { invalidRequest, missingResource } from './processor-error.ts'
import type { ProcessorRecords, StripeObjectKind } from './records.ts'

export const LIST_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'created'] as const

export interface Listing<Kind extends StripeObjectKind> {
  kind: Kind
  url: string
  /** The source of the list: an index of the kind and a key in it. */
  from: [index: string, key: string]
  keep?: (record: ProcessorRecords[Kind]) => boolean
  show?: (record: ProcessorRecords[Kind]) => object
}

/**
 * One page of a list, newest first, paged as in Stripe: `limit` 1 to 100, cursors by id, `created` as a time
 * or a range. Reads only the page itself and the records that `keep` skips on the way.
 */
export function listPage<Kind extends StripeObjectKind>(call: Call, listing: Listing<Kind>): object {
  const { kind, url, from, keep, show } = listing
  const { records } = call
  const limit = pageSize(call)
  const ids = records.idsBy(kind, ...from)
  const [first, end] = createdWithin(call, kind, ids)
  const before = call.parameters.text('ending_before')
  const after = call.parameters.text('starting_after')
  const newerFirst = before === undefined
  let at = end - 1
  if (before !== undefined) at = Math.max(first, placeOf(call, kind, ids, before, 'ending_before') + 1)
  else if (after !== undefined) at = Math.min(at, placeOf(call, kind, ids, after, 'starting_after') - 1)
  const data: object[] = []
  let more = false
  for (; at >= first && at < end; at += newerFirst ? -1 : 1) {
    const record = records.get(kind, ids[at] ?? '')
    if (!record || (keep && !keep(record))) continue
    more = data.length === limit
    if (more) break
    data.push(show ? show(record) : record)
  }
  return { object: 'list', data: newerFirst ? data : data.toReversed(), has_more: more, url }
}

function pageSize(call: Call): number {
  const limit = call.parameters.integer('limit') ?? 10
  if (limit >= 1 && limit <= 100) return limit
  const bound = limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'
  throw invalidRequest(`This value must be ${bound}.`, { param: 'limit' })
}

function placeOf(
  call: Call,
  kind: StripeObjectKind,
  ids: readonly string[],
  cursor: string,
  param: string,
): number {
  const place = call.records.rankAmong(kind, ids, cursor)
  if (place === undefined || ids[place] !== cursor) throw missingResource('object', cursor, param)
  return place
}

/** The part of `ids` within `created`. The clock never goes back, so ids are in the order of their times. */
function createdWithin(
  call: Call,
  kind: StripeObjectKind,
  ids: readonly string[],
): [first: number, end: number] {
  const { parameters, records } = call
  /** The number of records made before the second `time`. */
  const before = (time: number): number => {
    let low = 0
    let high = ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((records.get(kind, ids[middle] ?? '')?.created ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
  if (!parameters.has('created')) return [0, ids.length]
  if (typeof parameters.form['created'] === 'string') {
    const exactly = parameters.integer('created')
    return exactly === undefined ? [0, ids.length] : [before(exactly), before(exactly + 1)]
  }
  const range = parameters.nested('created')
  range?.refuseUnknown(['gt', 'gte', 'lt', 'lte'])
  const gt = range?.integer('gt')
  const gte = range?.integer('gte')
  const lt = range?.integer('lt')
  const lte = range?.integer('lte')
  return [
    Math.max(gt === undefined ? 0 : before(gt + 1), gte === undefined ? 0 : before(gte)),
    Math.min(lt === undefined ? Infinity : before(lt), lte === undefined ? ids.length : before(lte + 1)),
  ]
}
