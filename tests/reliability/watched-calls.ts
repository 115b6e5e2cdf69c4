import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Person } from '../support/people.ts'

/** One call and its answer, by `performance.now()`. No status: it was not answered. */
export type Call = { id: string; what: string; begun: number; ended: number; status: number | null }

let calls = 0

/** After a refusal people wait a moment, as whoever is told to try again does. */
const patienceMs = 15

/** The same person, whose every call is written down, and bears the id under which it is. */
export function watched(person: Person, written: Call[]): Person {
  const note = async (
    what: string,
    asking: (id: { 'x-probe': string }) => Promise<Answer>,
  ): Promise<Answer> => {
    calls += 1
    const call: Call = { id: `call-${calls}`, what, begun: performance.now(), ended: Infinity, status: null }
    written.push(call)
    try {
      const answer = await asking({ 'x-probe': call.id })
      call.status = answer.status
      return answer
    } finally {
      call.ended = performance.now()
      if (call.status === null || call.status === 503) await wait(patienceMs)
    }
  }
  return {
    ...person,
    get: (path, headers) => note(`GET ${path}`, (id) => person.get(path, { ...headers, ...id })),
    post: (path, body, headers) =>
      note(`POST ${path}`, (id) => person.post(path, body, { ...headers, ...id })),
    patch: (path, body, headers) =>
      note(`PATCH ${path}`, (id) => person.patch(path, body, { ...headers, ...id })),
  }
}
