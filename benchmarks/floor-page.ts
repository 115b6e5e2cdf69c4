import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../scripts/free-port.ts'
import type { Bench } from './bench.ts'
import { startChild } from './child.ts'
import { untilReady } from './measure.ts'

/** The document without what it has the browser fetch: no script, no font, no picture. Its words and its own styles stay. */
export function withoutFetches(document: string): string {
  return document
    .replaceAll(/<script (?!type="application\/)[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(preload|icon)"[^>]*>/g, '')
    .replaceAll(/@font-face\s*\{[^}]*url\([^}]*\}/g, '')
    .replaceAll(/<img [^>]*>/g, '')
    .replaceAll(/<source [^>]*>/g, '')
}

/** The landing page as a bare fastify sends it, packed once: HTML alone, below which no page of that text comes. */
export async function startFloorPage(
  bench: Bench,
  landingUrl: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const document = await (await fetch(landingUrl)).text()
  const file = join(await bench.folderFor('floor-page'), 'index.html')
  await writeFile(file, withoutFetches(document))
  const port = await findFreePort()
  const child = startChild(
    ['--import', 'tsx', join(import.meta.dirname, 'floor-page-server.ts'), String(port), file],
    { env: process.env, logFile: join(await bench.folderFor('logs'), 'floor-page.log'), precedence: true },
  )
  const url = `http://localhost:${port}/`
  await untilReady(url)
  return { url, close: () => child.close() }
}
