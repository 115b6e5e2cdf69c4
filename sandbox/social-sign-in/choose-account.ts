import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGNED_IN_PEOPLE, readPerson } from './people.ts'
import type { Person } from './people.ts'
import { sendChooser } from './provider-pages.ts'
import type { Chooser } from './provider-pages.ts'
import { formOf } from './social-context.ts'
import type { ProviderSwitch } from './social-modes.ts'

/** The chosen person, 'cancelled', or undefined after the chooser was sent (again). */
export function chooseAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  chooser: Chooser,
  switches: ProviderSwitch,
): Person | 'cancelled' | undefined {
  if (request.method === 'GET') {
    sendChooser(reply, chooser, switches)
    return undefined
  }
  const form = formOf(request)
  if (form.has('cancel')) return 'cancelled'
  const ready = SIGNED_IN_PEOPLE.find(({ email }) => email === form.get('person'))
  if (ready) return ready
  const person = readPerson(form)
  if (typeof person !== 'string') return person
  sendChooser(reply, { ...chooser, problem: person, form }, switches)
  return undefined
}
