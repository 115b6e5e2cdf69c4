import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Asked, Load, LoadResult } from './run-load.ts'

/** A process of its own that asks a server as many callers at once and says how it was answered. */
const load = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Load
const agent = new Agent({ keepAlive: true, maxSockets: load.callers })

const statuses: Record<string, number> = {}
const odd: string[] = []
const windows: number[][] = []

async function ask(
  url: string,
  { method, path, headers, body }: Asked,
): Promise<{ status: number; text: string }> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const asking = request(`${url}${path}`, { method, agent, headers: { ...headers, ...length } })
  asking.end(body)
  const [answer] = await once(asking, 'response')
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode, text }
}

const begun = performance.now()
const msEach = load.perSecond === undefined ? 0 : 1000 / load.perSecond
let asked = 0
let ended = begun

async function beCaller(): Promise<void> {
  for (;;) {
    const number = asked++
    const one = load.requests[load.repeats ? number % load.requests.length : number]
    const due = begun + number * msEach
    if (!one || Math.max(due, performance.now()) - begun > load.seconds * 1000) return
    if (due > performance.now()) await wait(due - performance.now())
    // Whoever had to wait until a caller was free for them has waited: a slow server must not be asked less often for it.
    const from = msEach > 0 ? due : performance.now()
    const { status, text } = await ask(load.urls[number % load.urls.length] ?? '', one)
    ended = performance.now()
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status !== one.expects && odd.length < 5)
      odd.push(`${one.path} answered ${status} ${text.slice(0, 300)}`)
    const window = Math.floor((from - begun) / (load.windowSeconds * 1000))
    ;(windows[window] ??= []).push(ended - from)
  }
}

await Promise.all(Array.from({ length: load.callers }, beCaller))
agent.destroy()
const result: LoadResult = {
  seconds: (ended - begun) / 1000,
  statuses,
  odd,
  windows: windows.map((one) => one ?? []),
}
console.log(JSON.stringify(result))
