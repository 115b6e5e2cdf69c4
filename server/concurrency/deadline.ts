import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<number>()

/** Runs the work of one request, whose calls to other services share `ms` in all. */
export function withinDeadline<Result>(ms: number, work: () => Result): Result {
  return current.run(performance.now() + ms, work)
}

/** Milliseconds that the present request has left, negative past its deadline; infinite outside of one. */
export function millisecondsLeft(): number {
  const deadline = current.getStore()
  return deadline === undefined ? Infinity : deadline - performance.now()
}
