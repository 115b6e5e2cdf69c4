import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Person } from '../support/people.ts'

/** One call and its answer, by `performance.now()`. No status: it was not answered. */
export type Call = { what: string; begun: number; ended: number; status: number | null }

/** After a refusal people wait a moment, as whoever is told to try again does. */
const patienceMs = 15

/** The same person, whose every call is written down. */
export function watched(person: Person, calls: Call[]): Person {
  const note = async (what: string, asking: () => Promise<Answer>): Promise<Answer> => {
    const call: Call = { what, begun: performance.now(), ended: Infinity, status: null }
    calls.push(call)
    try {
      const answer = await asking()
      call.status = answer.status
      return answer
    } finally {
      call.ended = performance.now()
      if (call.status === null || call.status === 503) await wait(patienceMs)
    }
  }
  return {
    ...person,
    get: (path, headers) => note(`GET ${path}`, () => person.get(path, headers)),
    post: (path, body, headers) => note(`POST ${path}`, () => person.post(path, body, headers)),
    patch: (path, body, headers) => note(`PATCH ${path}`, () => person.patch(path, body, headers)),
  }
}
