import type { Board } from '../../contract/admin/board.ts'
import { accountHeader } from '../../contract/routes.ts'
import { connectLive, type LiveState } from '../../web/live/live-connection.ts'
import { createNewsQueue } from '../../web/live/news-queue.ts'
import type { Person } from '../support/people.ts'

export type BoardWatcher = Person & { id: string }

export type OpenBoard = {
  /** When the board first showed an appointment (`performance.now()`), by its id. */
  shownAt: Map<string, number>
  /** Appointments that one reply had twice. */
  twice: string[]
  state(): LiveState
  /** The number of streams that it has begun to hear. */
  greetings(): number
  close(): void
}

/**
 * Lets the pages' own connection run in this process: its requests go to the site, with the session of the
 * person whose account they name. Returns the function that undoes it.
 */
export function lendBrowser(site: string, people: readonly BoardWatcher[]): () => void {
  const real = globalThis.fetch
  globalThis.fetch = (target, init) => {
    if (typeof target !== 'string' || !target.startsWith('/')) return real(target, init)
    const headers = new Headers(init?.headers)
    const person = people.find(({ id }) => id === headers.get(accountHeader))
    headers.set('cookie', person?.cookie ?? '')
    return real(`${site}${target}`, { ...init, headers })
  }
  return () => void (globalThis.fetch = real)
}

/**
 * Opens a board of shop 5 as a page does. `catchesUp`: asks for everything when a stream begins; a control
 * leaves it out.
 */
export function openBoard(
  { id }: BoardWatcher,
  { from, catchesUp = true }: { from: string; catchesUp?: boolean },
): OpenBoard {
  const shownAt = new Map<string, number>()
  const twice: string[] = []
  let state: LiveState = 'starting'
  let greetings = 0
  const load = async (): Promise<void> => {
    const path = `/api/admin/board?shopId=5&days=7&from=${from}`
    const answer = await fetch(path, { headers: { [accountHeader]: id } })
    if (!answer.ok) throw new Error(`the board was answered ${answer.status}`)
    const ids = ((await answer.json()) as Board).jobs.map((job) => job.appointmentId)
    twice.push(...ids.filter((one, index) => ids.indexOf(one) !== index))
    for (const one of ids) if (!shownAt.has(one)) shownAt.set(one, performance.now())
  }
  const queue = createNewsQueue({
    mayRefetch: () => true,
    // A page shows that it failed, and asks again with the next news or poll.
    refetch: () => load().catch(() => queue.add('all')),
  })
  const connection = connectLive(id, {
    onEvent: (event) => {
      if (event.event === 'shop') queue.add(event.shopId)
      if (event.event === 'hello') greetings += 1
      if ((event.event === 'hello' || event.event === 'refresh') && catchesUp) queue.add('all')
    },
    onState: (next) => (state = next),
  })
  return {
    shownAt,
    twice,
    state: () => state,
    greetings: () => greetings,
    close: () => {
      connection.stop()
      queue.stop()
    },
  }
}
