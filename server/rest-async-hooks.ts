import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Lets the engine stop following every promise while no work runs inside of an `AsyncLocalStorage`. Before Node 24 the first such work,
 * a sign-in or a mail that is written, makes it do so for good, at a tenth of what a booking costs: docs/decisions/055.
 *
 * Work ends when what `run` was given ends, or the promise that it answers with. What it leaves behind loses its store then, so this is not
 * for a store that is entered in passing, as those of traces are. From Node 24 on it changes nothing.
 */
export function restAsyncHooks(Storage: typeof AsyncLocalStorage = AsyncLocalStorage): void {
  const { prototype } = Storage
  if (!('_enable' in prototype)) return
  const entered = new Set<AsyncLocalStorage<unknown>>()
  let running = 0
  const end = (): void => {
    running -= 1
    if (running > 0) return
    for (const storage of entered) storage.disable()
    entered.clear()
  }
  const run: unknown = Reflect.get(prototype, 'run')
  prototype.run = new Proxy(run as typeof prototype.run, {
    apply(target, storage: AsyncLocalStorage<unknown>, given) {
      running += 1
      entered.add(storage)
      let result: unknown
      try {
        result = Reflect.apply(target, storage, given)
      } catch (error) {
        end()
        throw error
      }
      if (result instanceof Promise) result.then(end, end)
      else end()
      return result
    },
  })
}
