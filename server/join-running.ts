import type { Context } from './context.ts'

/** What runs in each process at this moment, by what it is. */
const running = new WeakMap<Context, Map<string, Promise<unknown>>>()

/** Does the work, unless this process does the same at this moment: then whoever asks gets what comes of that. Nothing is kept after it. */
export function joinRunning<Result>(
  context: Context,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const here = running.get(context) ?? new Map<string, Promise<unknown>>()
  running.set(context, here)
  const same = here.get(what) as Promise<Result> | undefined
  if (same) return same
  const begun = work().finally(() => here.delete(what))
  here.set(what, begun)
  return begun
}
