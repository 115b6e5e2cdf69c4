import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { Caller, pack } from './caller.ts'
import type { Load, LoadResult } from './run-load.ts'

/** What a caller asks each of the processes on: the server may have closed one that was not used for a while. */
async function callerOf(urls: readonly string[], open: Map<number, Caller>, target: number): Promise<Caller> {
  const known = open.get(target)
  if (known?.isOpen) return known
  const caller = await Caller.open(urls[target] ?? '')
  open.set(target, caller)
  return caller
}

/** Asks a server as many callers at once and says how it was answered. */
async function run(load: Load): Promise<LoadResult> {
  const statuses: Record<string, number> = {}
  const odd: string[] = []
  const windows: number[][] = []
  const hosts = load.urls.map((url) => new URL(url).host)
  const packed = load.requests.map((one) => hosts.map((host) => pack(one, host)))
  const begun = performance.now()
  const msEach = load.perSecond === undefined ? 0 : 1000 / load.perSecond
  let asked = 0
  let ended = begun
  let hasFailed = false

  async function beCaller(): Promise<void> {
    const open = new Map<number, Caller>()
    try {
      await askOn(open)
    } catch (error) {
      // The others ask nothing more: what is asked next is another load.
      hasFailed = true
      throw error
    } finally {
      for (const caller of open.values()) caller.close()
    }
  }

  async function askOn(open: Map<number, Caller>): Promise<void> {
    for (;;) {
      const number = asked++
      const which = load.repeats ? number % load.requests.length : number
      const one = load.requests[which]
      const due = begun + number * msEach
      if (hasFailed || !one || Math.max(due, performance.now()) - begun > load.seconds * 1000) return
      if (due > performance.now()) await wait(due - performance.now())
      // Whoever had to wait until a caller was free for them has waited: a slow server must not be asked less often for it.
      const from = msEach > 0 ? due : performance.now()
      const target = number % load.urls.length
      const caller = await callerOf(load.urls, open, target)
      const { status, text } = await caller.ask(packed[which]?.[target] ?? Buffer.alloc(0))
      ended = performance.now()
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status !== one.expects && odd.length < 5)
        odd.push(`${one.path} answered ${status} ${text.slice(0, 300)}`)
      const window = Math.floor((from - begun) / (load.windowSeconds * 1000))
      ;(windows[window] ??= []).push(ended - from)
    }
  }

  const callers = await Promise.allSettled(Array.from({ length: load.callers }, beCaller))
  for (const caller of callers) if (caller.status === 'rejected') throw caller.reason
  return { seconds: (ended - begun) / 1000, statuses, odd, windows: windows.map((one) => one ?? []) }
}

/** A process of its own for all who ask, one load after another: each in the file of that name. */
process.on('message', (file: string) => {
  void run(JSON.parse(readFileSync(file, 'utf8')) as Load)
    .catch((error: unknown): LoadResult => ({ seconds: 0, statuses: {}, odd: [inspect(error)], windows: [] }))
    .then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
