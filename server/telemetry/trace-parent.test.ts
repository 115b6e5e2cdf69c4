import { expect, test } from 'vitest'
import { readTraceParent } from './trace-parent.ts'

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

test('the caller’s span, its wish and its state are read', () => {
  const read = readTraceParent({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=value' })
  expect(read).toMatchObject({ traceId, spanId, traceFlags: 1, isRemote: true })
  expect(read?.traceState?.get('vendor')).toBe('value')
  expect(readTraceParent({ traceparent: `00-${traceId}-${spanId}-00` })?.traceFlags).toBe(0)
  // A later version may say more.
  expect(readTraceParent({ traceparent: `01-${traceId}-${spanId}-01-more` })?.traceId).toBe(traceId)
})

test.each([
  undefined,
  '',
  'nonsense',
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}`,
])('%j names no span', (traceparent) => {
  expect(readTraceParent({ traceparent })).toBeNull()
})
