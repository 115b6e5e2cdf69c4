import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../server/app.ts'
import type { Context } from '../../server/context.ts'

export type Route = { method: string; url: string }

export type WatchedApp = {
  app: FastifyInstance
  url: string
  /** Every route of the app, as Fastify registered it. */
  routes: readonly Route[]
}

/**
 * The whole app, listening, with the list of its routes. `begin` gets it while it is still empty, so that a
 * test can put hooks before all others or keep a plugin out.
 */
export async function buildWatched(
  context: Context,
  options: { webRoot?: string; begin?: (app: FastifyInstance) => void } = {},
): Promise<WatchedApp> {
  const { begin, ...rest } = options
  const routes: Route[] = []
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    })
    begin?.(fastify)
  }
  // Fastify announces a new instance before it returns it, and `buildApp` creates it before its first await.
  subscribe('fastify.initialization', watch)
  const building = buildApp(context, rest)
  unsubscribe('fastify.initialization', watch)
  const app = await building
  return { app, url: await app.listen({ port: 0, host: 'localhost' }), routes }
}
