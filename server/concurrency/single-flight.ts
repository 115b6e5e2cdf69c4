import type { Context } from '../context.ts'

type Options<Input, Result> = {
  /** Calls with equal keys share one run. */
  keyOf: (input: Input) => string
  run: (context: Context, input: Input) => Promise<Result>
}

/** A function that joins a run with the same key that is in flight in this process. Results are not kept after the run. */
export function createSingleFlight<Input, Result>({ keyOf, run }: Options<Input, Result>) {
  const inFlight = new WeakMap<Context, Map<string, Promise<Result>>>()

  return (context: Context, input: Input): Promise<Result> => {
    const runs = inFlight.get(context) ?? new Map<string, Promise<Result>>()
    inFlight.set(context, runs)
    const key = keyOf(input)
    const joined = runs.get(key)
    if (joined) return joined
    const started = run(context, input).finally(() => runs.delete(key))
    runs.set(key, started)
    return started
  }
}
