import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { EndpointName } from '../../contract/routes.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { Context } from '../context.ts'
import { isDatabaseDown } from '../database/database-errors.ts'
import { readMoment } from '../database/open-replica.ts'
import { serializeCookie } from './serialize-cookie.ts'

type ReadName = {
  [Name in EndpointName]: Endpoints[Name]['method'] extends 'GET' ? Name : never
}[EndpointName]

/**
 * Read-only endpoints that tolerate seconds of replication lag. Excluded: decisions, identity, documents
 * that a person keeps, and the reads of live pages, which follow news of the primary at once. Bookings are
 * checked on the primary.
 */
const replicaReads: ReadonlySet<EndpointName> = new Set<ReadName>([
  'catalog.listPackages',
  'shops.list',
  'shops.listManaged',
  'appointments.listFreeSlots',
  'admin.findOverview',
  'admin.listMisfits',
  'admin.search',
  'contacts.list',
])

/**
 * Stores the moment of a possible write in a cookie, so that later reads of this browser see it in every
 * process.
 */
export function rememberWrite({ config, database }: Context) {
  const cookie = serializeCookie(config.publicUrl)
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Unknown position: no replica counts as caught up.
    const moment = await readMoment(database).catch(() => Number.MAX_SAFE_INTEGER)
    reply.header('set-cookie', cookie.write(moment))
  }
}

type RouteCall = <Answer>(
  name: EndpointName,
  cookies: string | undefined,
  run: (context: Context) => Promise<Answer>,
) => Promise<Answer>

/**
 * Sends lag-tolerant reads to the replica once it has caught up with the caller's writes. A failed read is
 * repeated on the primary, so a replica never breaks a page.
 */
export function askBeside(context: Context): RouteCall {
  const { config, replica, log } = context
  if (!replica) return (_name, _cookies, run) => run(context)
  const cookie = serializeCookie(config.publicUrl)
  // One context for all calls, so that concurrent requests share a batch.
  const replicaContext: Context = { ...context, database: replica.database }
  return async (name, cookies, run) => {
    if (!replicaReads.has(name) || !replica.has(cookie.read(cookies))) return run(context)
    try {
      return await run(replicaContext)
    } catch (error) {
      if (!(error instanceof Refusal)) log.warn({ err: error, call: name }, 'a read from the replica failed')
      if (isDatabaseDown(error)) replica.rest()
      return run(context)
    }
  }
}
