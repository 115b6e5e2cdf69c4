import { expect, test } from 'vitest'
import { readEvents, writeEvent, type LiveEvent } from './events.ts'

const sent: LiveEvent[] = [
  { event: 'hello' },
  { event: 'shop', shopId: 5 },
  { event: 'shop', shopId: 0 },
  { event: 'away' },
  { event: 'refresh' },
  { event: 'beat' },
]

test('events are read as they were written, wherever the network cuts the text', () => {
  const text = sent.map(writeEvent).join('')
  for (let cut = 0; cut <= text.length; cut++) {
    const first = readEvents(text.slice(0, cut))
    const second = readEvents(first.rest + text.slice(cut))
    expect([...first.events, ...second.events]).toEqual(sent)
    expect(second.rest).toBe('')
  }
})

test('an event of a newer version, and one with a broken shop, is passed over', () => {
  const text = 'event: later\ndata: {}\n\nevent: shop\ndata: {"shopId":"x"}\n\n: comment\n\n'
  expect(readEvents(text + writeEvent({ event: 'beat' })).events).toEqual([{ event: 'beat' }])
})
