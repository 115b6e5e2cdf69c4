import type { Call } from './call.ts'
import { invalidRequest, missingResource } from './processor-error.ts'

interface Listed {
  id: string
  created: number
}

export const LIST_PARAMETERS = ['limit', 'starting_after', 'ending_before', 'created'] as const

/** One page of a list, newest first, as Stripe pages: `limit` 1 to 100, cursors by id, `created` as a time or a range. */
export function listPage<Item extends Listed>(
  call: Call,
  url: string,
  oldestFirst: Item[],
): { object: 'list'; data: Item[]; has_more: boolean; url: string } {
  const limit = call.parameters.integer('limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest(
      `This value must be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`,
      {
        param: 'limit',
      },
    )
  }
  const items = oldestFirst.filter(createdWithin(call)).toReversed()
  const after = call.parameters.text('starting_after')
  const before = call.parameters.text('ending_before')
  if (before !== undefined) {
    const end = positionOf(items, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : positionOf(items, after, 'starting_after') + 1
  const data = items.slice(start, start + limit)
  return { object: 'list', data, has_more: start + data.length < items.length, url }
}

function positionOf(items: Listed[], id: string, param: string): number {
  const at = items.findIndex((item) => item.id === id)
  if (at === -1) throw missingResource('object', id, param)
  return at
}

function createdWithin(call: Call): (item: Listed) => boolean {
  const { parameters } = call
  if (!parameters.has('created')) return () => true
  if (typeof parameters.form['created'] === 'string') {
    const exactly = parameters.integer('created')
    return (item) => item.created === exactly
  }
  const range = parameters.nested('created')
  const bounds = (['gt', 'gte', 'lt', 'lte'] as const).map((name) => [name, range?.integer(name)] as const)
  return (item) =>
    bounds.every(([name, bound]) => {
      if (bound === undefined) return true
      if (name === 'gt') return item.created > bound
      if (name === 'gte') return item.created >= bound
      return name === 'lt' ? item.created < bound : item.created <= bound
    })
}
