import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pages } from '../../contract/pages.ts'
import { Refusal } from '../../contract/refusals.ts'
import { sendRefusal } from './refusal-answer.ts'

/**
 * Serves the built front end from `webRoot`: hashed assets for good, pages always fresh. A path that is no page gets the same
 * document with status 404, and shows '404 Page Not Found'.
 */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  const document = await readFile(join(webRoot, 'index.html'))
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forGood = path.includes(join(webRoot, 'assets'))
      reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })
  for (const page of pages) {
    app.get(page, { schema: { hide: true } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(document),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/')) {
      return sendRefusal(reply, new Refusal('not_found'))
    }
    return reply
      .status(404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(document)
  })
}
