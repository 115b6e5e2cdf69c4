import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { restAsyncHooks } from './rest-async-hooks.ts'

/** A class of its own: whoever runs the tests has stores too. */
class Storage<Store> extends AsyncLocalStorage<Store> {}
restAsyncHooks(Storage)

/** Whether the engine follows promises for a storage; what it cannot say, from Node 24 on, costs nothing. */
const isFollowed = (storage: object) => 'enabled' in storage && storage.enabled

test('a store is known to all that its work waits for, and the engine rests once the last work is done', async () => {
  const [first, second] = [new Storage<string>(), new Storage<string>()]
  const seen: (string | undefined)[] = []
  const work = async (storage: Storage<string>, turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      await nextTurn()
      seen.push(storage.getStore())
    }
    return 'done'
  }
  const both = [
    first.run('a', () => work(first, 3)),
    first.run('b', () => work(first, 1)),
    second.run('c', () => work(second, 2)),
  ]
  expect(await Promise.all(both)).toEqual(['done', 'done', 'done'])
  expect(
    seen
      .join('')
      .split('')
      .toSorted((one, other) => one.localeCompare(other))
      .join(''),
  ).toBe('aaabcc')
  await nextTurn()
  expect([first, second].map(isFollowed)).toEqual([false, false])
  expect([first.getStore(), second.getStore()]).toEqual([undefined, undefined])
  // And again from rest.
  expect(await first.run('d', async () => (await nextTurn(), first.getStore()))).toBe('d')
})

test('while one work goes on another one that ends takes nothing from it', async () => {
  const storage = new Storage<string>()
  let proceed: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (proceed = resolve))
  const long = storage.run('long', async () => {
    await gate
    return storage.getStore()
  })
  const inner = storage.run('short', () => storage.run('inner', () => storage.getStore()))
  expect(inner).toBe('inner')
  await expect(storage.run('failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(() =>
    storage.run('throwing', () => {
      throw new Error('at once')
    }),
  ).toThrow('at once')
  await nextTurn()
  proceed()
  expect(await long).toBe('long')
  await nextTurn()
  expect(isFollowed(storage)).toBe(false)
})
