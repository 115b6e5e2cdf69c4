import { Caller, pack, type Answer } from './caller.ts'
import type { Asked } from './run-load.ts'

/** Callers who each have a connection open and all ask in one moment; they cost next to nothing, as those of a load do. */
export type Burst = {
  /** Gives the answers in the order of the questions, and the milliseconds until the last was there. */
  send(requests: readonly Omit<Asked, 'expects'>[]): Promise<{ told: Answer[]; ms: number }>
  close(): void
}

export function openBurst(url: string): Burst {
  const { host } = new URL(url)
  const callers: Caller[] = []
  const touch = pack({ method: 'GET', path: '/healthz', headers: {} }, host)

  /** A caller who has just been answered: the server may have closed a connection that was not used for a while. */
  async function callerAt(index: number): Promise<Caller> {
    const known = callers[index]
    const caller = known?.isOpen ? known : await Caller.open(url)
    callers[index] = caller
    await caller.ask(touch)
    return caller
  }

  return {
    send: async (requests) => {
      const asking = await Promise.all(
        requests.map(async (one, index) => ({ caller: await callerAt(index), packed: pack(one, host) })),
      )
      const began = performance.now()
      const told = await Promise.all(asking.map(({ caller, packed }) => caller.ask(packed)))
      return { told, ms: performance.now() - began }
    },
    close: () => {
      for (const caller of callers) caller.close()
    },
  }
}
