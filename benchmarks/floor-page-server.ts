import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { fastify } from 'fastify'

/** Sends one document, packed when it starts: what a page costs that is nothing but its HTML. */
const [port, file = ''] = process.argv.slice(2)
const packed = brotliCompressSync(readFileSync(file))
const app = fastify()

app.get('/', async (_request, reply) =>
  reply.type('text/html; charset=utf-8').header('content-encoding', 'br').send(packed),
)

process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
await app.listen({ port: Number(port), host: 'localhost' })
