import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../database/database-errors.ts'
import { readMoment } from '../database/open-replica.ts'
import { writtenCookie } from './written-cookie.ts'

type ReadName = {
  [Name in EndpointName]: Endpoints[Name]['method'] extends 'GET' ? Name : never
}[EndpointName]

/**
 * Calls that only read and may be seconds behind what others do. Nothing that decides, tells who somebody is, or is a paper that
 * somebody keeps: whoever books is judged by the database itself.
 */
const replicaReads: ReadonlySet<EndpointName> = new Set<ReadName>([
  'catalog.listPackages',
  'shops.list',
  'shops.listManaged',
  'appointments.listFreeSlots',
  'admin.listAppointments',
  'admin.listAttention',
  'admin.findBoard',
  'admin.findOverview',
  'admin.listMisfits',
])

/**
 * Tells the caller of whatever may have changed something when that was, in a cookie: the next reads of the same browser must find
 * it, whichever process they come to.
 */
export function rememberWrite({ config, database }: Context) {
  const cookie = writtenCookie(config.publicUrl)
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Not known: then no replica has it.
    const moment = await readMoment(database).catch(() => Number.MAX_SAFE_INTEGER)
    reply.header('set-cookie', cookie.write(moment))
  }
}

type AskCall = <Answer>(
  name: EndpointName,
  cookies: string | undefined,
  ask: (context: Context) => Promise<Answer>,
) => Promise<Answer>

/**
 * Has calls that may be behind ask the replica, where that has all that the caller changed. What it does not answer well, the
 * database itself is asked again: a page never fails for a replica.
 */
export function askBeside(context: Context): AskCall {
  const { config, replica, log } = context
  if (!replica) return (_name, _cookies, ask) => ask(context)
  const cookie = writtenCookie(config.publicUrl)
  // One for all calls: those that come together share questions by it.
  const beside: Context = { ...context, database: replica.database }
  return async (name, cookies, ask) => {
    if (!replicaReads.has(name) || !replica.has(cookie.read(cookies))) return ask(context)
    try {
      return await ask(beside)
    } catch (error) {
      if (!(error instanceof Refusal))
        log.warn({ err: error, call: name }, 'the replica did not answer a call')
      if (isDatabaseDown(error)) replica.rest()
      return ask(context)
    }
  }
}
