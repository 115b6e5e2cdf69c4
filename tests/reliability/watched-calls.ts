import { setTimeout as wait } from 'node:timers/promises'
import type { Answer, Person } from '../support/people.ts'

/** One call and its answer, by `performance.now()`. Without a status it was not answered. */
export type Call = { id: string; what: string; begun: number; ended: number; status: number | null }

let calls = 0

/** The pause after a refusal before the next request, in milliseconds. */
const pauseMs = 15

/** The same person, with every call recorded under an id that the call carries. */
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
      if (call.status === null || call.status === 503) await wait(pauseMs)
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
