import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** A script that a page loaded: its address, and its bytes gzipped at level 9. */
type PageScript = { url: string; gzippedBytes: number }

/** Notes every script that the page loads from now on. Gives what answers with all of them so far. */
export function watchScripts(page: Page): () => Promise<PageScript[]> {
  const scripts: Promise<PageScript>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const weighed = response
      .body()
      .then((body) => ({ url: response.url(), gzippedBytes: gzipSync(body, { level: 9 }).length }))
    scripts.push(weighed)
  })
  return () => Promise.all(scripts)
}

/** What scripts weigh together. */
export function weightOf(scripts: readonly PageScript[]): number {
  return scripts.reduce((sum, { gzippedBytes }) => sum + gzippedBytes, 0)
}
